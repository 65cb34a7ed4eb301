-- reads games
-- Deals by in how many of their games a player had more turns than another, or no more than any; and how that player
-- fared, with the sums of squares over deals that standard errors need.
-- games counts the games of a deal of that kind (never 0), deals the deals with so many. A turn counts in which its
-- player ended the game. end_reason '' stands for all ends together, matchup -1 for all matchups of a deal.
-- extra: 1 for a player who had more turns than the one who had fewest, 0 for one who had not, -1 for all games.
-- margin: the player's score less the best score of another.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
ended AS (
    SELECT
        matchup, deal_id, end_reason, winner,
        $fewest_turns AS fewest,
        [$taken_first, $taken_second, $taken_third, $taken_fourth] AS turns,
        [score_first::INT, score_second, nullif(score_third, -1), nullif(score_fourth, -1)] AS scores
    FROM games JOIN arms USING (arm)
),
seats AS (
    SELECT *, unnest(range($players)) AS seat
    FROM ended
),
played AS (
    SELECT
        matchup, deal_id, end_reason,
        seat::INT AS seat,
        (turns[seat + 1] > fewest)::INT AS extra,
        (winner = seat)::INT AS won,
        scores[seat + 1] - list_max(scores[1:seat] || scores[seat + 2:$players]) AS margin
    FROM seats
),
blocks AS (
    SELECT
        matchup, deal_id, seat,
        coalesce(end_reason, '') AS end_reason,
        coalesce(extra, -1) AS extra,
        count(*) AS games,
        sum(won)::BIGINT AS wins,
        sum(margin)::BIGINT AS margin
    FROM played
    GROUP BY GROUPING SETS (
        (matchup, deal_id, seat, end_reason, extra), (matchup, deal_id, seat, extra), (matchup, deal_id, seat)
    )
)
SELECT
    matchup, end_reason, seat, extra, games,
    count(*) AS deals,
    sum(wins)::BIGINT AS wins,
    sum(wins * wins)::BIGINT AS wins_squares,
    sum(margin)::BIGINT AS margin,
    sum(margin * margin)::BIGINT AS margin_squares
FROM blocks
GROUP BY matchup, end_reason, seat, extra, games
ORDER BY matchup, end_reason, seat, extra, games
