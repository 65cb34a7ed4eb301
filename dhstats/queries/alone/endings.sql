-- reads games
-- Deals by how many of their games ended in a way, and what was scored then, with the sums of squares over deals that
-- standard errors need.
-- games counts the games of a deal of that kind (never 0), deals the deals with so many.
-- ended_by: 0 the player, -1 nobody, -2 either. matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
blocks AS (
    SELECT
        matchup, deal_id, end_reason,
        coalesce(ended_by, -2) AS ended_by,
        count(*) AS games,
        sum(score_first)::BIGINT AS score,
        sum($turns)::BIGINT AS turns
    FROM games JOIN arms USING (arm)
    GROUP BY GROUPING SETS ((matchup, deal_id, end_reason, ended_by), (matchup, deal_id, end_reason))
)
SELECT
    matchup, end_reason, ended_by, games,
    count(*) AS deals,
    sum(score)::BIGINT AS score,
    sum(score * score)::BIGINT AS score_squares,
    sum(turns)::BIGINT AS turns,
    sum(turns * turns)::BIGINT AS turns_squares
FROM blocks
GROUP BY matchup, end_reason, ended_by, games
ORDER BY matchup, end_reason, ended_by, games
