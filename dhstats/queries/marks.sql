-- reads games; stored
-- Deals, counted by what the first player gained in their games and by who had a mark that goes with winning.
-- gain: a win counts 1, a defeat -1; where points count it is the first player's points less the second's.
-- held: 1 for each game in which the first player had the mark, -1 for each in which the second had it; marked counts
-- both alike, product is the sum of gain times held. deals: how many deals have these sums. matchup -1: all together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
played AS (
    SELECT
        matchup, deal_id,
        $gain AS gain,
        unnest([$mark_names]) AS mark,
        unnest([$mark_values]) AS held
    FROM games JOIN arms USING (arm)
),
${mark_blocks}SELECT matchup, mark, gain, held, marked, product, count(*) AS deals
FROM blocks
GROUP BY matchup, mark, gain, held, marked, product
ORDER BY matchup, mark, gain, held, marked, product
