-- reads moves, games; sparse
-- What became of every card: how often it was played, was cancelled, was played to top, or given up for a cost or in
-- the discard step; and how often a player who played it has won. With the sums of squares and products over deals.
-- card: its number in the pack. players: a game and a player who played it, to top or by itself, counted once.
-- open: plays that somebody could have topped. wounds: of the rival, so without what the card's cost inflicts.
-- matchup -1: all matchups of a deal together.
-- deals_with_plays, deals_with_players: the deals with any, on which shares of them rest.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
begun AS (
    SELECT game_id, turn, seat, card
    FROM moves
    WHERE act = 'play'
),
chains AS (
    SELECT
        moves.game_id, begun.turn,
        any_value(begun.card) AS card,
        any_value(begun.seat)::INT AS seat,
        max((act IN ('top', 'hold'))::INT) AS open,
        max(coalesce(outcome = 'cancelled', false)::INT) AS cancelled,
        sum(wounds)::BIGINT AS wounds
    FROM moves ASOF JOIN begun ON moves.game_id = begun.game_id AND moves.turn >= begun.turn
    WHERE act IN ('play', 'pay', 'top', 'hold')
    GROUP BY moves.game_id, begun.turn
),
uses AS (
    SELECT
        game_id, card, seat, 1 AS played, open, cancelled, 0 AS tops, 0 AS given,
        greatest(0, wounds - [$suffers][card + 1]) AS wounds
    FROM chains
    UNION ALL
    SELECT game_id, card, seat::INT, 0, 0, 0, (act = 'top')::INT, (act <> 'top')::INT, 0
    FROM moves
    WHERE act IN ('top', 'pay', 'discard', 'shed')
),
hands AS (
    SELECT
        game_id, card, seat,
        sum(played)::BIGINT AS plays,
        sum(open)::BIGINT AS open,
        sum(cancelled)::BIGINT AS cancelled,
        sum(tops)::BIGINT AS tops,
        sum(given)::BIGINT AS given,
        sum(wounds)::BIGINT AS wounds,
        (sum(played + tops) > 0)::INT AS used
    FROM uses
    GROUP BY game_id, card, seat
),
blocks AS (
    SELECT
        matchup, card::INT AS card,
        game_id // $games_per_deal AS deal,
        sum(hands.plays)::BIGINT AS plays,
        sum(hands.open)::BIGINT AS open,
        sum(hands.cancelled)::BIGINT AS cancelled,
        sum(hands.tops)::BIGINT AS tops,
        sum(hands.given)::BIGINT AS given,
        sum(hands.wounds)::BIGINT AS wounds,
        sum(used)::BIGINT AS players,
        coalesce(sum(used) FILTER (
            winner >= 0 AND [rank_first, rank_second, rank_third, rank_fourth][seat + 1] = 1
        ), 0)::BIGINT AS wins
    FROM hands JOIN games USING (game_id) JOIN arms ON arms.arm = hands.game_id % $games_per_deal
    GROUP BY ALL
)
SELECT
    matchup, card,
    count(*) AS deals,
    count(*) FILTER (plays > 0) AS deals_with_plays,
    sum(plays)::BIGINT AS plays,
    sum(plays * plays)::BIGINT AS plays_squares,
    sum(plays + tops)::BIGINT AS used,
    sum((plays + tops) * (plays + tops))::BIGINT AS used_squares,
    sum(open)::BIGINT AS open,
    sum(open * open)::BIGINT AS open_squares,
    sum(plays * open)::BIGINT AS plays_open,
    sum(cancelled)::BIGINT AS cancelled,
    sum(cancelled * cancelled)::BIGINT AS cancelled_squares,
    sum(plays * cancelled)::BIGINT AS plays_cancelled,
    sum(tops)::BIGINT AS tops,
    sum(tops * tops)::BIGINT AS tops_squares,
    sum(given)::BIGINT AS given,
    sum(given * given)::BIGINT AS given_squares,
    sum(given * (plays + tops))::BIGINT AS given_used,
    sum(wounds)::BIGINT AS wounds,
    sum(wounds * wounds)::BIGINT AS wounds_squares,
    sum(plays * wounds)::BIGINT AS plays_wounds,
    count(*) FILTER (players > 0) AS deals_with_players,
    sum(players)::BIGINT AS players,
    sum(players * players)::BIGINT AS players_squares,
    sum(wins)::BIGINT AS wins,
    sum(wins * wins)::BIGINT AS wins_squares,
    sum(players * wins)::BIGINT AS players_wins
FROM blocks
GROUP BY matchup, card
ORDER BY matchup, card
