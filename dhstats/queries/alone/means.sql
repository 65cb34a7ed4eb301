-- reads games
-- For what every game of one player has (score, turns$also): the sum over deals of the deal's total, and the sum of its
-- square. A deal is the block: all strategies that play it alone have the same luck.
-- matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
blocks AS (
    SELECT
        matchup, deal_id,
        sum(score_first)::BIGINT AS score_first,
        sum($turns)::BIGINT AS turns$own_totals
    FROM games JOIN arms USING (arm)
    GROUP BY matchup, deal_id
)
SELECT
    matchup,
    count(*) AS deals,
    sum(score_first)::BIGINT AS score_first,
    sum(score_first * score_first)::BIGINT AS score_first_squares,
    sum(turns)::BIGINT AS turns,
    sum(turns * turns)::BIGINT AS turns_squares$own_sums
FROM blocks
GROUP BY matchup
ORDER BY matchup
