-- reads games; some games
-- What each seat had of the wins, its place and its score: sums over deals, and sums of products of two seats, so that
-- every difference between seats has its standard error over deals.
-- A deal is the block: its games share all decks, and in each of them the players sit at other seats.
-- share: of the wins, in $parts: the winner has $win, or those who are first alike share them.
-- place: in halves; who share places have their mean, so that the seats of a game have n (n + 1) halves together.
-- score: in points. seat and other count from 0, and other is never before seat.
-- matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
seated AS (
    SELECT
        arm, deal_id, $ranks,
        unnest(range(players::INT)) AS seat,
        unnest([$ranks][:players])::INT AS rank,
        unnest([$scores][:players])::INT AS score
    FROM games
),
alike AS (
    SELECT
        *,
        $alike AS sharing
    FROM seated
),
told AS (
    SELECT
        arm, deal_id, seat,
        unnest(['share', 'place', 'score']) AS quantity,
        unnest([CASE rank WHEN 1 THEN $win // sharing ELSE 0 END, 2 * rank + sharing - 1, score]) AS value
    FROM alike
),
blocks AS (
    SELECT matchup, deal_id, quantity, seat, sum(value)::BIGINT AS value
    FROM told JOIN arms USING (arm)
    GROUP BY matchup, deal_id, quantity, seat
)
SELECT
    matchup, quantity, one.seat AS seat, two.seat AS other,
    count(*) AS deals,
    sum(one.value)::BIGINT AS total,
    sum(one.value * two.value)::BIGINT AS products
FROM blocks AS one JOIN blocks AS two USING (matchup, deal_id, quantity)
WHERE one.seat <= two.seat
GROUP BY matchup, quantity, one.seat, two.seat
ORDER BY matchup, quantity, seat, other
