-- reads games; stored
-- By how many points player A led the other at the end, deal by deal over all its games: the sum of these leads, below
-- zero where player A lay behind, and the sum of their squares.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms)
SELECT
    deal_id,
    count(*) AS games,
    sum(CASE WHEN a_first THEN score_first::INT - score_second ELSE score_second::INT - score_first END)::BIGINT AS leads,
    sum((score_first::INT - score_second) * (score_first::INT - score_second))::BIGINT AS squares
FROM games JOIN arms USING (arm)
WHERE matchup >= 0
GROUP BY deal_id
ORDER BY deal_id
