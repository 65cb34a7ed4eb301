// A plain C++17 engine for Dragonheart: rules ffg, deck bga, both players uniformly random, nothing logged.
//
// It is the yardstick for the compiled Python engine: written as one would write it for speed without tricks.
// Build: g++ -O3 -std=c++17 -o plain plain.cpp      Run: ./plain GAMES SEED
// Prints one line of JSON: games, turns, seconds, and first's average result (win 1, draw one half).

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

enum Picture { Chest, FireDragon, PetrifiedDragon, Sorceress, Troll, Dwarf, Knight, Huntress, Ship };
constexpr int Pictures = 9;

constexpr int Deck = 50, Hand = 5, DragonHand = 6, DragonPoints = 3, LastStack = 3, Values = 5, Nobody = -1;
constexpr std::uint8_t NoTarget = Pictures;
constexpr int Slots[Pictures] = {0, 0, 0, 0, 0, 4, 2, 3, 3};

// How many cards of each value (0..4) a deck holds of each picture.
constexpr int Copies[Pictures][Values] = {{0, 2, 2, 2, 1}, {0, 0, 1, 2, 1}, {0, 0, 5, 0, 0},
                                          {0, 2, 2, 0, 0}, {0, 1, 1, 1, 0}, {0, 6, 3, 1, 0},
                                          {0, 4, 1, 0, 0}, {0, 4, 2, 0, 0}, {6, 0, 0, 0, 0}};

struct Card {
    std::uint8_t picture, value;
};

// xoshiro256++ (Blackman and Vigna), seeded by splitmix64.
class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (auto& word : state_) {
            std::uint64_t z = (seed += 0x9E3779B97F4A7C15u);
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
            word = z ^ (z >> 31);
        }
    }

    // An unbiased number below n (Lemire).
    std::uint32_t below(std::uint32_t n) {
        std::uint64_t product = (next() >> 32) * n;
        if (static_cast<std::uint32_t>(product) < n) {
            const std::uint32_t threshold = -n % n;
            while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * n;
        }
        return product >> 32;
    }

private:
    static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

    std::uint64_t next() {
        const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    std::array<std::uint64_t, 4> state_;
};

struct Player {
    std::array<Card, Deck> deck;  // the top card is the last one
    int deckSize, handSize, points;
    std::uint8_t hand[Pictures][Values];  // how many cards of each kind
    std::uint8_t held[Pictures];          // how many cards with each picture
};

struct Pile {
    int cards, points;
};

struct Move {
    std::uint8_t picture, target, cards;
    std::array<std::uint8_t, Values> count;  // how many cards of each value
};

class Game {
public:
    explicit Game(Random& random) : random_(random) {
        int i = 0;
        for (int picture = 0; picture < Pictures; ++picture)
            for (int value = 0; value < Values; ++value)
                for (int copy = 0; copy < Copies[picture][value]; ++copy)
                    fresh_[i++] = {u8(picture), u8(value)};
    }

    // Plays one game; returns the number of turns.
    int play() {
        deal();
        int turns = 0, last = -1;
        for (; turns != last; ++turns) {
            mover_ = turns & 1;
            apply(moves_[random_.below(enumerate())]);
            const bool inVain = !refill();
            if (last < 0 && (stacks_ == LastStack || inVain)) last = turns + 2;
        }
        return turns;
    }

    // Twice the first player's result: 2 won, 1 drawn, 0 lost.
    int twiceResult() const {
        const int lead = players_[0].points - players_[1].points +
                         (figure_ == 0 ? DragonPoints : figure_ == 1 ? -DragonPoints : 0);
        if (lead != 0) return lead > 0 ? 2 : 0;
        return figure_ == Nobody ? 1 : figure_ == 0 ? 2 : 0;
    }

private:
    void deal() {
        board_ = {};
        belowShip_ = {};
        stacks_ = 0;
        figure_ = Nobody;
        for (auto& player : players_) {
            player = {fresh_, Deck, 0, 0, {}, {}};
            for (int i = Deck - 1; i > 0; --i) std::swap(player.deck[i], player.deck[random_.below(i + 1)]);
            for (int i = 0; i < Hand; ++i) draw(player);
        }
    }

    static void draw(Player& player) {
        const Card card = player.deck[--player.deckSize];
        ++player.hand[card.picture][card.value];
        ++player.held[card.picture];
        ++player.handSize;
    }

    // Fills moves_ with every legal move of the mover; returns how many there are.
    int enumerate() {
        int moves = 0;
        for (int picture = 0; picture < Pictures; ++picture)
            if (players_[mover_].held[picture] > 0)
                moves = chooseTargets(picture, moves, select(picture, moves));
        return moves;
    }

    // Appends every selection of the mover's cards with this picture that finds room on the space.
    int select(int picture, int moves) {
        const auto& hand = players_[mover_].hand[picture];
        const int room = Slots[picture] ? Slots[picture] - board_[picture].cards : DragonHand;
        const int start = moves;
        moves_[moves++] = {u8(picture), NoTarget, 0, {}};
        for (int value = 0; value < Values; ++value) {
            if (hand[value] == 0) continue;
            for (int i = start, end = moves; i < end; ++i)
                for (int n = 1; n <= hand[value] && moves_[i].cards + n <= room; ++n) {
                    moves_[moves] = moves_[i];
                    moves_[moves].cards += n;
                    moves_[moves++].count[value] = n;
                }
        }
        moves_[start] = moves_[--moves];  // nobody may play nothing
        return moves;
    }

    // Doubles the moves from start on that activate a space with two arrows.
    int chooseTargets(int picture, int start, int moves) {
        if (picture != Sorceress && picture != Knight) return moves;
        for (int i = start, end = moves; i < end; ++i) {
            if (picture == Knight && board_[Knight].cards + moves_[i].cards < Slots[Knight]) continue;
            moves_[i].target = picture == Sorceress ? Chest : Sorceress;
            moves_[moves] = moves_[i];
            moves_[moves++].target = picture == Sorceress ? PetrifiedDragon : Troll;
        }
        return moves;
    }

    static std::uint8_t u8(int n) { return static_cast<std::uint8_t>(n); }

    void apply(const Move& move) {
        Player& player = players_[mover_];
        Pile& space = board_[move.picture];
        for (int value = 0; value < Values; ++value) {
            const int n = move.count[value];
            player.hand[move.picture][value] -= n;
            space.points += n * value;
        }
        player.held[move.picture] -= move.cards;
        player.handSize -= move.cards;
        space.cards += move.cards;
        if (Slots[move.picture] == 0 || space.cards == Slots[move.picture]) collect(move);
    }

    void collect(const Move& move) {
        switch (move.picture) {
            case FireDragon: take(board_[Chest]); break;
            case Sorceress:
                if (take(board_[move.target]) > 0 && move.target == PetrifiedDragon) claimFigure();
                break;
            case Troll: take(board_[Sorceress]); break;
            case Dwarf: take(board_[Dwarf]); break;
            case Knight: take(board_[move.target]); moveBelowShip(board_[Knight]); break;
            case Huntress: take(board_[FireDragon]); moveBelowShip(board_[Huntress]); break;
            case Ship: take(belowShip_); board_[Ship] = {}; ++stacks_; break;
            default: break;
        }
    }

    int take(Pile& pile) {
        const int cards = pile.cards;
        players_[mover_].points += pile.points;
        pile = {};
        return cards;
    }

    void moveBelowShip(Pile& row) {
        belowShip_.cards += row.cards;
        belowShip_.points += row.points;
        row = {};
    }

    void claimFigure() {
        const int victim = figure_;
        figure_ = mover_;
        if (victim != Nobody && victim != mover_ && players_[victim].handSize > Hand) rob(players_[victim]);
    }

    // One random card of the victim's hand goes on top of his deck.
    void rob(Player& victim) {
        int left = random_.below(victim.handSize);
        for (int picture = 0; picture < Pictures; ++picture)
            for (int value = 0; value < Values; ++value) {
                left -= victim.hand[picture][value];
                if (left >= 0) continue;
                --victim.hand[picture][value];
                --victim.held[picture];
                --victim.handSize;
                victim.deck[victim.deckSize++] = {u8(picture), u8(value)};
                return;
            }
    }

    // False if the mover wants a card and his deck has none.
    bool refill() {
        Player& player = players_[mover_];
        const int size = figure_ == mover_ ? DragonHand : Hand;
        if (player.handSize < size && player.deckSize == 0) return false;
        while (player.handSize < size && player.deckSize > 0) draw(player);
        return true;
    }

    Random& random_;
    std::array<Card, Deck> fresh_;
    std::array<Player, 2> players_;
    std::array<Pile, Pictures> board_;
    Pile belowShip_;
    int stacks_, figure_, mover_;
    std::array<Move, 128> moves_;  // six cards make at most 2 x (2^6 - 1) moves
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s GAMES SEED\n", argv[0]);
        return 2;
    }
    const long long games = std::atoll(argv[1]);
    Random random(std::strtoull(argv[2], nullptr, 10));
    Game game(random);
    long long turns = 0, twice = 0;
    const auto start = std::chrono::steady_clock::now();
    for (long long i = 0; i < games; ++i) {
        turns += game.play();
        twice += game.twiceResult();
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("{\"games\":%lld,\"turns\":%lld,\"seconds\":%.6f,\"first_score\":%.6f}\n", games, turns,
                seconds.count(), games ? 0.5 * twice / games : 0.0);
}
