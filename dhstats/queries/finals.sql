-- reads games; stored; some games
-- Final scores at one table: how often each value occurred, over one game of each deal, chosen as for histograms.
-- score_first, score_second ...: of each seat; gap: how far the best score is above the second best, and
-- 'gap decks', 'gap kill' ...: the same by how the game ended. matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
one_a_deal AS (
    SELECT
        matchup, end_reason,
        ([$scores]::INT[])[:$players] AS scores
    FROM games JOIN arms USING (arm)
    WHERE member = 0 OR (matchup = -1 AND arm = deal_id % $games_per_deal)
),
apart AS (
    SELECT matchup, end_reason, list_reverse_sort(scores)[1] - list_reverse_sort(scores)[2] AS gap
    FROM one_a_deal
),
seen AS (
    SELECT matchup, unnest([$seats_said]) AS quantity, unnest(scores) AS value
    FROM one_a_deal
    UNION ALL
    SELECT matchup, 'gap', gap FROM apart
    UNION ALL
    SELECT matchup, 'gap ' || end_reason, gap FROM apart
)
SELECT
    matchup, quantity, value,
    count(*) AS games
FROM seen
GROUP BY matchup, quantity, value
ORDER BY matchup, quantity, value
