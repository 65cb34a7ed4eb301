-- reads games
-- What happened on every deal over all its games: sums of whole numbers, so that two runs can be compared deal by deal.
-- Score of the first player: a win counts 2, a draw 1; a_score is that of player A of every matchup. Where more than two
-- play, the shares are what every seat has of the wins, in $parts.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms)
SELECT
    deal_id,
    count(*) AS games,
    sum(CASE winner WHEN 0 THEN 2 WHEN -1 THEN 1 ELSE 0 END)::BIGINT AS score,
    sum(CASE winner WHEN -1 THEN 1 WHEN 0 THEN 2 * a_first::INT ELSE 2 * (NOT a_first)::INT END)::BIGINT AS a_score,
    sum(score_first::INT - score_second)::BIGINT AS margin,
    sum(abs(score_first::INT - score_second))::BIGINT AS gap,
    sum($turns)::BIGINT AS turns,
    count(*) FILTER (winner = -1) AS draws,
    $endings
    sum(lead_changes)::BIGINT AS lead_changes$seats_of_deals$own_of_deals
FROM games JOIN arms USING (arm)
WHERE matchup >= 0
GROUP BY deal_id
ORDER BY deal_id
