-- reads games
-- How often each value occurred, over one game of each deal, as only games of different deals are independent:
-- the first arm of a matchup, and for all matchups together (matchup -1) the arms in turn, deal after deal.
-- 'turns ships', 'turns deck' ...: the same by how the game ended.
-- settled: after which percent of its turns the winner led for good (rounded up); drawn games are left out.$notes
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
one_a_deal AS (
    SELECT
        matchup,
        score_first::INT AS score_first,
        score_second::INT AS score_second,
        $turns::INT AS turns,
        end_reason,
        lead_changes::INT AS lead_changes,
        $own_columns
        lead_since::INT AS lead_since$own_moments
    FROM games JOIN arms USING (arm)
    WHERE member = 0 OR (matchup = -1 AND arm = deal_id % $games_per_deal)
),
seen AS (
    SELECT matchup, 'score_first' AS quantity, score_first AS value, count(*) AS games
    FROM one_a_deal GROUP BY ALL
    UNION ALL
    SELECT matchup, 'score_second', score_second, count(*)
    FROM one_a_deal GROUP BY ALL
    UNION ALL
    SELECT matchup, 'score_both', score_first + score_second, count(*)
    FROM one_a_deal GROUP BY ALL
    UNION ALL
    SELECT matchup, 'margin', score_first - score_second, count(*)
    FROM one_a_deal GROUP BY ALL
    UNION ALL
    SELECT matchup, 'gap', abs(score_first - score_second), count(*)
    FROM one_a_deal GROUP BY ALL
    UNION ALL
    SELECT matchup, 'turns', turns, count(*)
    FROM one_a_deal GROUP BY ALL
    UNION ALL
    SELECT matchup, 'turns ' || end_reason, turns, count(*)
    FROM one_a_deal GROUP BY matchup, end_reason, turns
    UNION ALL
    SELECT matchup, 'lead_changes', lead_changes, count(*)
    FROM one_a_deal GROUP BY ALL
    UNION ALL
    SELECT matchup, 'settled', (100 * lead_since + greatest($steps, 1) - 1) // greatest($steps, 1), count(*)
    FROM one_a_deal WHERE lead_since >= 0 GROUP BY ALL$own_quantities
)
SELECT matchup, quantity, value, games
FROM seen
ORDER BY matchup, quantity, value
