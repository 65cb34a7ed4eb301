-- What happened on every deal over all its games: sums of whole numbers, so that two runs can be compared deal by deal.
-- score: the points of whoever played alone.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms)
SELECT
    deal_id,
    count(*) AS games,
    sum(score_first)::BIGINT AS score,
    $endings
    sum($turns)::BIGINT AS turns$own_of_deals
FROM games JOIN arms USING (arm)
WHERE matchup >= 0
GROUP BY deal_id
ORDER BY deal_id
