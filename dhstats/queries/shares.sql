-- reads games; some games
-- Deals by what a seat had of the wins of their games, in $parts: the winner has $win, or those who are first alike
-- share them. won is the sum over the games of a deal, squares the sum of their squares: together they say how much of
-- the chance of single games cancels within a deal.
-- A deal is the block: its games share all decks, and in each of them the players sit at other seats.
-- seat counts from 0. matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
seated AS (
    SELECT
        arm, deal_id,
        $firsts AS sharing,
        unnest(range(players::INT)) AS seat,
        unnest([$ranks][:players]) AS rank
    FROM games
),
blocks AS (
    SELECT
        matchup, deal_id, seat,
        sum(CASE rank WHEN 1 THEN $win // sharing ELSE 0 END)::BIGINT AS won,
        sum(CASE rank WHEN 1 THEN ($win // sharing) * ($win // sharing) ELSE 0 END)::BIGINT AS squares
    FROM seated JOIN arms USING (arm)
    GROUP BY matchup, deal_id, seat
)
SELECT matchup, seat, won, squares, count(*) AS deals
FROM blocks
GROUP BY matchup, seat, won, squares
ORDER BY matchup, seat, won, squares
