-- How many were taken at once, deal by deal: games_per_deal games of each. matchup -1 stands for all matchups of a deal.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
blocks AS (
    SELECT matchup, game_id // $games_per_deal AS deal, take, count(*) AS moves
    FROM moves JOIN arms ON arms.arm = moves.game_id % $games_per_deal
    GROUP BY ALL
)
SELECT matchup, take, count(*) AS deals, sum(moves)::BIGINT AS moves
FROM blocks
GROUP BY matchup, take
ORDER BY matchup, take
