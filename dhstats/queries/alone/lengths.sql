-- reads games; stored
-- How long every game was: its turns.
-- Who plays alone has a turn with every decision.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms)
SELECT
    deal_id,
    arm,
    sum($turns)::BIGINT AS turns
FROM games JOIN arms USING (arm)
WHERE matchup >= 0
GROUP BY deal_id, arm
ORDER BY deal_id, arm
