-- reads moves
-- How many were taken at once, in all moves of a deal. matchup -1 would stand for all matchups together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms)
SELECT matchup, take, count(DISTINCT game_id // $games_per_deal) AS deals, count(*) AS moves
FROM moves JOIN arms ON arms.arm = moves.game_id % $games_per_deal
GROUP BY matchup, take
ORDER BY matchup, take
