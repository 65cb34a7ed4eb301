-- reads moves
-- The score as it grows: for every turn the points after it, over the games that reached it, with the sums of squares
-- and products over deals that standard errors need. turn counts from 1.
-- deals: how many deals have a game that reached the turn; those of turn 1 are all whose moves were logged.
-- matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
${turn_rows}blocks AS (
    SELECT
        matchup,
        game_id // $games_per_deal AS deal,
        turn,
        count(*) AS games,
        sum(score_first_after)::BIGINT AS points
    FROM $ended_turns JOIN arms ON arms.arm = $ended_turns.game_id % $games_per_deal
    GROUP BY ALL
)
SELECT
    matchup,
    turn::INT + 1 AS turn,
    count(*) AS deals,
    sum(games)::BIGINT AS games,
    sum(games * games)::BIGINT AS games_squares,
    sum(points)::BIGINT AS first,
    sum(points * points)::BIGINT AS first_squares,
    sum(games * points)::BIGINT AS games_first
FROM blocks
GROUP BY matchup, turn
ORDER BY matchup, turn
