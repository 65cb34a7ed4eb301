-- reads moves, games; sparse
-- Cards that were played, and the chains of topping over them: how many, how many somebody could have topped, were
-- topped at least once, were cancelled in the end, how many cards were played to top and what wounds came of it; with
-- the sums of squares and products over deals that standard errors need.
-- kind: the first type of the card that was played, '' for all. place: the deck of whoever played it, as the rules
-- list them from 0, -1 for all. tops: how many cards were played to top, -1 for any number. Rows are by number of tops
-- for all cards and for each kind, by kind, by deck, by kind and deck, and for all.
-- among: the plays of all kinds by the same deck in the same deal; in rows by number of tops those of the same kind.
-- wounds: of the rival, so without what a card's cost inflicts. matchup -1: all matchups of a deal together.
-- deals_with_topped: the deals with any of them, on which what becomes of topped cards rests.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
begun AS (
    SELECT game_id, turn
    FROM moves
    WHERE act = 'play'
),
numbered AS (  -- a chain has the number of the decision in which its first card was played
    SELECT moves.game_id, mover, act, first_card, outcome, wounds, begun.turn AS chain
    FROM moves ASOF JOIN begun ON moves.game_id = begun.game_id AND moves.turn >= begun.turn
    WHERE act IN ('play', 'pay', 'top', 'hold')
),
chains AS (
    SELECT
        game_id, chain,
        any_value(mover)::INT AS mover,
        any_value(first_card) AS card,
        count(*) FILTER (act = 'top') AS tops,
        max((act IN ('top', 'hold'))::INT) AS open,
        max(coalesce(outcome = 'cancelled', false)::INT) AS cancelled,
        sum(wounds)::BIGINT AS wounds
    FROM numbered
    GROUP BY game_id, chain
),
plays AS (
    SELECT
        matchup, chains.tops, open, chains.cancelled,
        game_id // $games_per_deal AS deal,
        [$kinds][card + 1] AS kind,
        ((mover + $layout) % $players)::INT AS place,
        (chains.tops > 0)::INT AS topped,
        greatest(0, wounds - [$suffers][card + 1]) AS wounds
    FROM chains JOIN games USING (game_id) JOIN arms ON arms.arm = chains.game_id % $games_per_deal
),
deals AS (
    SELECT
        matchup, deal,
        coalesce(kind, '') AS kind,
        coalesce(place, -1) AS place,
        coalesce(tops, -1)::INT AS tops,
        count(*) AS plays,
        sum(open)::BIGINT AS open,
        sum(topped)::BIGINT AS topped,
        sum(cancelled)::BIGINT AS cancelled,
        sum(plays.tops)::BIGINT AS cards,
        sum(wounds)::BIGINT AS wounds
    FROM plays
    GROUP BY GROUPING SETS (
        (matchup, deal, plays.tops), (matchup, deal, kind, plays.tops), (matchup, deal, kind), (matchup, deal, place),
        (matchup, deal, kind, place), (matchup, deal)
    )
)
SELECT
    deals.matchup, deals.kind, deals.place, deals.tops,
    count(*) AS deals,
    sum(deals.plays)::BIGINT AS plays,
    sum(deals.plays * deals.plays)::BIGINT AS plays_squares,
    sum(every.plays * deals.plays)::BIGINT AS among_plays,
    sum(deals.open)::BIGINT AS open,
    sum(deals.open * deals.open)::BIGINT AS open_squares,
    sum(deals.plays * deals.open)::BIGINT AS plays_open,
    count(*) FILTER (deals.topped > 0) AS deals_with_topped,
    sum(deals.topped)::BIGINT AS topped,
    sum(deals.topped * deals.topped)::BIGINT AS topped_squares,
    sum(deals.plays * deals.topped)::BIGINT AS plays_topped,
    sum(deals.open * deals.topped)::BIGINT AS open_topped,
    sum(deals.cancelled)::BIGINT AS cancelled,
    sum(deals.cancelled * deals.cancelled)::BIGINT AS cancelled_squares,
    sum(deals.plays * deals.cancelled)::BIGINT AS plays_cancelled,
    sum(deals.topped * deals.cancelled)::BIGINT AS topped_cancelled,
    sum(deals.cards)::BIGINT AS cards,
    sum(deals.cards * deals.cards)::BIGINT AS cards_squares,
    sum(deals.plays * deals.cards)::BIGINT AS plays_cards,
    sum(deals.wounds)::BIGINT AS wounds,
    sum(deals.wounds * deals.wounds)::BIGINT AS wounds_squares,
    sum(deals.plays * deals.wounds)::BIGINT AS plays_wounds
FROM deals JOIN deals AS every ON
    every.matchup = deals.matchup AND every.deal = deals.deal AND every.place = deals.place AND every.tops = -1
    AND every.kind = CASE WHEN deals.tops = -1 THEN '' ELSE deals.kind END
GROUP BY deals.matchup, deals.kind, deals.place, deals.tops
ORDER BY matchup, kind, place, tops
