-- reads games
-- How often each value occurred, over one game of each deal, as only games of different deals are independent:
-- the first arm of a matchup, and for all matchups together (matchup -1) the arms in turn, deal after deal.
-- 'turns lost', 'score lost' ...: the same by how the game ended.$notes
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
one_a_deal AS (
    SELECT
        matchup,
        score_first::INT AS score_first,
        $turns::INT AS turns,
        $own_columns
        end_reason
    FROM games JOIN arms USING (arm)
    WHERE member = 0 OR (matchup = -1 AND arm = deal_id % $games_per_deal)
),
seen AS (
    SELECT matchup, 'score_first' AS quantity, score_first AS value, count(*) AS games
    FROM one_a_deal GROUP BY ALL
    UNION ALL
    SELECT matchup, 'score ' || end_reason, score_first, count(*)
    FROM one_a_deal GROUP BY matchup, end_reason, score_first
    UNION ALL
    SELECT matchup, 'turns', turns, count(*)
    FROM one_a_deal GROUP BY ALL
    UNION ALL
    SELECT matchup, 'turns ' || end_reason, turns, count(*)
    FROM one_a_deal GROUP BY matchup, end_reason, turns$own_quantities
)
SELECT matchup, quantity, value, games
FROM seen
ORDER BY matchup, quantity, value
