-- reads moves
-- The score race: for every turn the score piles of both players after it, over the games that reached it, with the
-- sums of squares and products over deals that standard errors need. turn counts from 1.
-- deals: how many deals have a game that reached the turn; those of turn 1 are all whose moves were logged.
-- matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
${turn_rows}blocks AS (
    SELECT
        matchup,
        game_id // $games_per_deal AS deal,
        turn,
        count(*) AS games,
        sum(score_first_after)::BIGINT AS points_first,
        sum(score_second_after)::BIGINT AS points_second
    FROM $ended_turns JOIN arms ON arms.arm = $ended_turns.game_id % $games_per_deal
    GROUP BY ALL
)
SELECT
    matchup,
    turn::INT + 1 AS turn,
    count(*) AS deals,
    sum(games)::BIGINT AS games,
    sum(games * games)::BIGINT AS games_squares,
    sum(points_first)::BIGINT AS first,
    sum(points_first * points_first)::BIGINT AS first_squares,
    sum(games * points_first)::BIGINT AS games_first,
    sum(points_second)::BIGINT AS second,
    sum(points_second * points_second)::BIGINT AS second_squares,
    sum(games * points_second)::BIGINT AS games_second,
    sum(points_first - points_second)::BIGINT AS margin,
    sum((points_first - points_second) * (points_first - points_second))::BIGINT AS margin_squares,
    sum(games * (points_first - points_second))::BIGINT AS games_margin
FROM blocks
GROUP BY matchup, turn
ORDER BY matchup, turn
