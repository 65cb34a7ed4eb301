-- Games by how they ended and who brought the end about, and how that player fared, with the sums of squares and
-- products over deals that standard errors need. end_reason '' and ended_by -2 stand for all of them together.
-- ended_by: 0 first player, 1 second, -1 nobody. matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck) AS (VALUES $arms),
played AS (
    SELECT
        matchup, deal_id, end_reason, ended_by, turns,
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
    matchup, end_reason, ended_by,
    sum(games)::BIGINT AS games,
    sum(games * games)::BIGINT AS games_squares,
    sum(wins)::BIGINT AS wins,
    sum(wins * wins)::BIGINT AS wins_squares,
    sum(games * wins)::BIGINT AS games_wins,
    sum(margin)::BIGINT AS margin,
    sum(margin * margin)::BIGINT AS margin_squares,
    sum(games * margin)::BIGINT AS games_margin,
    sum(turns)::BIGINT AS turns,
    sum(turns * turns)::BIGINT AS turns_squares,
    sum(games * turns)::BIGINT AS games_turns
FROM blocks
GROUP BY matchup, end_reason, ended_by
ORDER BY matchup, end_reason, ended_by
