-- reads games
-- What happened on every deal over all its games: sums of whole numbers, so that two runs can be compared deal by deal.
-- points: the score of whoever played alone.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms)
SELECT
    deal_id,
    count(*) AS games,
    sum(score_first)::BIGINT AS points,
    $endings
    sum($turns)::BIGINT AS turns$own_of_deals
FROM games JOIN arms USING (arm)
WHERE matchup >= 0
GROUP BY deal_id
ORDER BY deal_id
