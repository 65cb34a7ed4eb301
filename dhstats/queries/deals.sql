-- What happened on every deal over all its games: sums of whole numbers, so that two runs can be compared deal by deal.
-- Score of the first player: a win counts 2, a draw 1. $games_per_deal games belong to a deal.
SELECT
    deal_id,
    count(*) AS games,
    sum(CASE winner WHEN 0 THEN 2 WHEN -1 THEN 1 ELSE 0 END)::BIGINT AS score,
    sum(score_first::INT - score_second)::BIGINT AS margin,
    sum(abs(score_first::INT - score_second))::BIGINT AS gap,
    sum(turns)::BIGINT AS turns,
    count(*) FILTER (winner = -1) AS draws,
    count(*) FILTER (end_reason = 'ships') AS ships,
    sum(lead_changes)::BIGINT AS lead_changes,
    sum(figure_changes)::BIGINT AS figure_changes
FROM games
GROUP BY deal_id
ORDER BY deal_id
