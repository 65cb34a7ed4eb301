-- reads games
-- Deals by how many of their games ended in a way, and who brought the end about; and how that player fared, with the
-- sums of squares over deals that standard errors need.
-- games counts the games of a deal of that kind (never 0), deals the deals with so many.
-- end_reason '' and ended_by -2 stand for all of them together.
-- ended_by: 0 first player, 1 second, -1 nobody. matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
played AS (
    SELECT
        matchup, deal_id, end_reason, ended_by, $turns_column,
        (ended_by >= 0 AND winner = ended_by)::INT AS won,
        CASE ended_by WHEN 0 THEN 1 WHEN 1 THEN -1 ELSE 0 END * (score_first::INT - score_second) AS margin
    FROM games JOIN arms USING (arm)
),
blocks AS (
    SELECT
        matchup, deal_id,
        coalesce(end_reason, '') AS end_reason,
        coalesce(ended_by, -2) AS ended_by,
        count(*) AS games,
        sum(won)::BIGINT AS wins,
        sum(margin)::BIGINT AS margin,
        sum(turns)::BIGINT AS turns
    FROM played
    GROUP BY GROUPING SETS (
        (matchup, deal_id, end_reason, ended_by), (matchup, deal_id, end_reason), (matchup, deal_id, ended_by)
    )
)
SELECT
    matchup, end_reason, ended_by, games,
    count(*) AS deals,
    sum(wins)::BIGINT AS wins,
    sum(wins * wins)::BIGINT AS wins_squares,
    sum(margin)::BIGINT AS margin,
    sum(margin * margin)::BIGINT AS margin_squares,
    sum(turns)::BIGINT AS turns,
    sum(turns * turns)::BIGINT AS turns_squares
FROM blocks
GROUP BY matchup, end_reason, ended_by, games
ORDER BY matchup, end_reason, ended_by, games
