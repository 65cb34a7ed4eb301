-- reads games; some games
-- Deals by what a side won of their games, in halves: 2 for a win, $tie_halves where two sides were first alike.
-- shared counts games in which that was so. matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
sides(side) AS (VALUES $side_rows),
blocks AS (
    SELECT
        matchup, deal_id, side,
        sum(CASE WHEN won_by::VARCHAR = side THEN 2 WHEN won_by IS NULL THEN $tie_halves ELSE 0 END)::BIGINT AS halves,
        count(*) FILTER (won_by IS NULL) AS shared
    FROM games JOIN arms USING (arm) CROSS JOIN sides
    GROUP BY ALL
)
SELECT matchup, side, halves, count(*) AS deals, sum(shared)::BIGINT AS shared
FROM blocks
GROUP BY matchup, side, halves
ORDER BY matchup, side, halves
