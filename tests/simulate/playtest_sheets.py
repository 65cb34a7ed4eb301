"""Thirty playtest sheets in the manner of those that designers share: other tools, languages, layouts and habits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any

from dhstats.simulate.playtests.games import Sheet, SheetGame, SheetPlayer
from tests.simulate.workbooks import ods, xlsx


@dataclass(frozen=True)
class Case:
    """A sheet as a file, what a person has to say of it, and its games in a line each."""

    name: str
    content: bytes
    games: str
    given: dict[str, str] = field(default_factory=dict)


def csv(text: str, encoding: str = "utf-8", ends: str = "\n") -> bytes:
    """A text as the bytes of a file."""
    return text.strip("\n").replace("\n", ends).encode(encoding)


def table(text: str) -> list[list[Any]]:
    """Rows of a workbook from lines with | between the cells; numbers and days as a spreadsheet keeps them."""
    return [[value(cell.strip()) for cell in line.split("|")] for line in text.strip("\n").split("\n")]


def value(text: str) -> Any:
    """A cell by its text: a number, a day, a time, or the text."""
    for read in (int, float, date.fromisoformat, time.fromisoformat):
        try:
            return read(text)
        except ValueError:
            pass
    return text


Read = Callable[..., Sheet]


def player_line(player: SheetPlayer) -> str:
    """What a sheet says of a player."""
    told = [player.player or "", f"@{player.seat}" if player.seat else "", f"({player.power})" if player.power else ""]
    told += ["" if player.score is None else f"{player.score:g}", f"#{player.place:g}" if player.place else ""]
    told.append("" if player.won is None else f"won{player.won:.3g}".replace("0.", "."))
    return " ".join(each for each in told if each)


def game_line(game: SheetGame) -> str:
    """A game in one line."""
    own = game.evening != (game.day.isoformat() if game.day else "")
    told = [f"[{game.evening}]" if own else "", str(game.day or ""), game.version or ""]
    told += [f"{game.minutes:g}m" if game.minutes else "", f"{game.turns:g}t" if game.turns else ""]
    head = " ".join(each for each in told if each) or "-"
    after = [game.ended_by or "", f'"{game.notes}"' if game.notes else ""]
    return " | ".join([head, *map(player_line, game.players), *(each for each in after if each)])


def lines(sheet: Sheet) -> str:
    """The games of a sheet, one a line."""
    return "\n".join(map(game_line, sheet.games))


def unusable(sheet: Sheet) -> dict[str, str]:
    """What could not be used, by its cell."""
    return {each.cell: each.reason for each in sheet.unusable}


CASES = [
    Case("plain.csv", csv("""
Date,Version,Player 1,Player 2,Score 1,Score 2,Winner,Minutes,Notes
2024-01-05,v0.3,Anna,Ben,34,28,Anna,75,"close, until the end"
2024-01-05,v0.3,Ben,Anna,30,31,Anna,68,
2024-01-12,v0.4,Cleo,Anna,22,40,Anna,81,too long
"""), """
2024-01-05 v0.3 75m | Anna @1 34 won1 | Ben @2 28 won0 | "close, until the end"
2024-01-05 v0.3 68m | Ben @1 30 won0 | Anna @2 31 won1
2024-01-12 v0.4 81m | Cleo @1 22 won0 | Anna @2 40 won1 | "too long"
"""),
    Case("german_excel.csv", csv("""
Datum;Version;Anna;Ben;Carl;Sieger;Dauer (min);Bemerkungen
05.01.2024;0,3;34,5;28;31;Anna;75;knapp
05.01.2024;0,3;20;28,5;;Ben;1:05;
12.01.2024;0,4;30;30;12;Unentschieden;80;Gleichstand!
;;;;;;;
Durchschnitt;;28,2;28,8;21,5;;73,3;
""", "cp1252", "\r\n"), """
2024-01-05 0,3 75m | Anna 34.5 won1 | Ben 28 won0 | Carl 31 won0 | "knapp"
2024-01-05 0,3 65m | Anna 20 won0 | Ben 28.5 won1
2024-01-12 0,4 80m | Anna 30 won.5 | Ben 30 won.5 | Carl 12 won0 | "Gleichstand!"
"""),
    Case("long_american.csv", csv("""
Game #,Date,Player,Faction,Turn Order,Final Score,Rank
1,1/13/2024,Anna,Reds,1,34,1st
1,1/13/2024,Ben,Blues,2,28,3rd
1,1/13/2024,Cleo,Greens,3,30,2nd
2,1/20/2024,Ben,Reds,1,41,1st
2,1/20/2024,Anna,Greens,2,38,2nd
"""), """
2024-01-13 | Anna @1 (Reds) 34 #1 won1 | Ben @2 (Blues) 28 #3 won0 | Cleo @3 (Greens) 30 #2 won0
2024-01-20 | Ben @1 (Reds) 41 #1 won1 | Anna @2 (Greens) 38 #2 won0
"""),
    Case("google_form.csv", csv("""
Timestamp,Who played?,Who won?,How long did it take?,Final scores,Comments
1/13/2024 19:33:01,"Anna, Ben",Anna,75,34-28,
1/20/2024 21:10:45,"Anna, Ben, Cleo",Cleo,90,20-28-31,👍 loved it
"""), """
2024-01-13 75m | Anna 34 won1 | Ben 28 won0
2024-01-20 90m | Anna 20 won0 | Ben 28 won0 | Cleo 31 won1 | "👍 loved it"
"""),
    Case("french.csv", csv("""
Date;Version;Joueur 1;Points J1;Joueur 2;Points J2;Gagnant;Durée;Remarques
13/01/2024;1;Élodie;45;Zoé;39;Élodie;1h15;
20/01/2024;1;Zoé;41;Élodie;41;égalité;1h05;belle partie
""", "utf-8-sig", "\r\n"), """
2024-01-13 1 75m | Élodie @1 45 won1 | Zoé @2 39 won0
2024-01-20 1 65m | Zoé @1 41 won.5 | Élodie @2 41 won.5 | "belle partie"
"""),
    Case("spanish_tabs.tsv", csv("""
Fecha\tPartida\tJugador\tMazo\tPuntos\tPuesto\tTurnos
13/01/2024\t1\tAna\tFuego\t34\t1\t9
\t\tBruno\tAgua\t28\t2\t
20/01/2024\t2\tBruno\tFuego\t12\t2\t7
\t\tAna\tAgua\t18\t1\t
""", "utf-16"), """
2024-01-13 9t | Ana (Fuego) 34 #1 won1 | Bruno (Agua) 28 #2 won0
2024-01-20 7t | Bruno (Fuego) 12 #2 won0 | Ana (Agua) 18 #1 won1
"""),
    Case("italian.xlsx", xlsx({"Foglio1": table("""
Data | Giocatore 1 | Giocatore 2 | Punteggio 1 | Punteggio 2 | Vincitore | Durata | Osservazioni
2024-01-05 | Anna | Bruno | 34 | 28 | Anna | 75 |
2024-01-12 | Bruno | Anna | 30 | 31 | Anna | 60 | bello
""")}), """
2024-01-05 75m | Anna @1 34 won1 | Bruno @2 28 won0
2024-01-12 60m | Bruno @1 30 won0 | Anna @2 31 won1 | "bello"
"""),
    Case("dutch.ods", ods({"Blad1": table("""
Datum | Versie | Speler | Punten | Plaats | Speelduur
2024-01-05 | 2 | Anna | 34 | 1 | 01:15
| | Bram | 28 | 2 |
2024-01-12 | 2 | Bram | 30 | 2 | 00:55
| | Anna | 31 | 1 |
""")}), """
2024-01-05 2 75m | Anna 34 #1 won1 | Bram 28 #2 won0
2024-01-12 2 55m | Bram 30 #2 won0 | Anna 31 #1 won1
"""),
    Case("polish.csv", csv("""
Data;Gracz 1;Gracz 2;Wynik 1;Wynik 2;Zwycięzca;Czas (min);Uwagi
2024-01-05;Łukasz;Ola;34;28;Łukasz;75;
2024-01-12;Ola;Łukasz;30;31;Łukasz;60;długo
"""), """
2024-01-05 75m | Łukasz @1 34 won1 | Ola @2 28 won0
2024-01-12 60m | Ola @1 30 won0 | Łukasz @2 31 won1 | "długo"
"""),
    Case("merged.xlsx", xlsx({"Games": table("""
Playtests of Harbour, spring
|
Date | Version | Player 1 | | | Player 2 | | | Length
| | Name | Role | Score | Name | Role | Score | min
2024-01-05 | 3 | Anna | Pilot | 34 | Ben | Smuggler | 28 | 75
2024-01-12 | 3 | Ben | Pilot | 30 | Anna | Smuggler | 31 | 60
| Total | | | 64 | | | 59 | 135
""")}, ("C3:E3", "F3:H3")), """
2024-01-05 3 75m | Anna @1 (Pilot) 34 won1 | Ben @2 (Smuggler) 28 won0
2024-01-12 3 60m | Ben @1 (Pilot) 30 won0 | Anna @2 (Smuggler) 31 won1
"""),
    Case("workbook.xlsx", xlsx({
        "Ideas": table("Idea | Status\nmore ships | open\nfewer ships | done"),
        "Playtest log": table("""
Date | Players | Winner | Rounds | Ended by
2024-01-05 | Anna, Ben | Ben | 9 | pile empty
2024-01-12 | Anna, Ben, Cleo | Anna | 8 | last ship
"""),
        "Stats": table("Player | Games | Wins\nAnna | 2 | 1\nBen | 2 | 1\nCleo | 1 | 0"),
    }), """
2024-01-05 9t | Anna won0 | Ben won1 | pile empty
2024-01-12 8t | Anna won1 | Ben won0 | Cleo won0 | last ship
"""),
    Case("repeated_headings.csv", csv("""
Date,Player,Faction,Score,Player,Faction,Score,Player,Faction,Score
5 Jan 2024,Anna,Elves,34,Ben,Orcs,28,Cleo,Dwarves,30
12 Jan 2024,Ben,Elves,20,Anna,Dwarves,28,,,
"""), """
2024-01-05 | Anna @1 (Elves) 34 won1 | Ben @2 (Orcs) 28 won0 | Cleo @3 (Dwarves) 30 won0
2024-01-12 | Ben @1 (Elves) 20 won0 | Anna @2 (Dwarves) 28 won1
"""),
    Case("results.csv", csv("""
When,Opponent,Deck,Opp deck,Result,My score,Opp score
2024-01-05,Ben,Fire,Water,W,20,12
2024-01-05,Ben,Water,Fire,L,8,20
2024-01-12,Cleo,Fire,Fire,D,15,15
"""), """
2024-01-05 | me (Fire) 20 won1 | Ben (Water) 12 won0
2024-01-05 | me (Water) 8 won0 | Ben (Fire) 20 won1
2024-01-12 | me (Fire) 15 won.5 | Cleo (Fire) 15 won.5
"""),
    Case("winner_loser.csv", csv("""
Date,Winner,Score,Loser,Score,Time
2024-01-05,Anna,34,Ben,28,75 min
2024-01-12,Ben,30,Anna,22,1.5h
"""), """
2024-01-05 75m | Anna 34 won1 | Ben 28 won0
2024-01-12 90m | Ben 30 won1 | Anna 22 won0
"""),
    Case("podium.csv", csv("""
Date,Location,1st place,2nd place,3rd place,Duration
Jan 5th 2024,Pub,Anna,Ben,Cleo,75
Jan 12th 2024,Home,Ben,Anna,,60
"""), """
2024-01-05 75m | Anna #1 won1 | Ben #2 won0 | Cleo #3 won0
2024-01-12 60m | Ben #1 won1 | Anna #2 won0
"""),
    Case("golf.csv", csv("""
Date,Anna,Ben,Cleo,Winner
2024-01-05,12,20,15,Anna
2024-01-06,18,9,15,Ben
2024-01-07,11,20,10,Cleo
2024-01-08,7,20,15,Anna
2024-01-09,17,4,,Ben
"""), """
2024-01-05 | Anna 12 won1 | Ben 20 won0 | Cleo 15 won0
2024-01-06 | Anna 18 won0 | Ben 9 won1 | Cleo 15 won0
2024-01-07 | Anna 11 won0 | Ben 20 won0 | Cleo 10 won1
2024-01-08 | Anna 7 won1 | Ben 20 won0 | Cleo 15 won0
2024-01-09 | Anna 17 won0 | Ben 4 won1
"""),
    Case("bgg.xml", csv("""
<?xml version="1.0" encoding="utf-8"?>
<plays username="anna" userid="1" total="3" page="1">
 <play id="71" date="2024-01-05" quantity="1" length="75" incomplete="0" nowinstats="0" location="Home">
  <item name="Harbour" objecttype="thing" objectid="9"><subtypes><subtype value="boardgame"/></subtypes></item>
  <comments>v0.3 &amp; new map</comments>
  <players>
   <player username="anna" userid="1" name="Anna" startposition="1" color="Red" score="34" new="0" rating="0" win="1"/>
   <player username="" userid="0" name="Ben" startposition="2" color="Blue" score="28" new="0" rating="0" win="0"/>
  </players>
 </play>
 <play id="72" date="2024-01-06" quantity="1" length="0" incomplete="0" nowinstats="0" location="">
  <item name="Harbour" objecttype="thing" objectid="9"/>
  <players>
   <player name="Ben" startposition="" color="Red" score="30" win="0"/>
   <player name="Cleo" startposition="" color="Blue" score="31" win="1"/>
  </players>
 </play>
 <play id="73" date="2024-01-06" quantity="1" length="20" incomplete="0" location=""><item name="Other game"/>
  <players><player name="Ben" score="3" win="1"/></players></play>
</plays>
"""), """
2024-01-05 75m | Anna @1 (Red) 34 won1 | Ben @2 (Blue) 28 won0 | "v0.3 & new map"
2024-01-06 | Ben (Red) 30 won0 | Cleo (Blue) 31 won1
"""),
    Case("bgg_plays.csv", csv("""
playid,date,gamename,quantity,length,location,playername,startposition,color,score,win
71,2024-01-05,Harbour,1,75,Home,Anna,1,Red,34,1
71,2024-01-05,Harbour,1,75,Home,Ben,2,Blue,28,0
72,2024-01-06,Harbour,1,60,Home,Ben,1,Red,30,0
72,2024-01-06,Harbour,1,60,Home,Cleo,2,Blue,31,1
"""), """
2024-01-05 75m | Anna @1 (Red) 34 won1 | Ben @2 (Blue) 28 won0
2024-01-06 60m | Ben @1 (Red) 30 won0 | Cleo @2 (Blue) 31 won1
"""),
    Case("kit.csv", csv("""
Game,Deal,Table,first player,second player,points first,points second,Winner
1,1,A,Anna,Ben,34,28,first
2,1,B,Ben,Anna,30,31,second
3,2,A,Anna,Ben,27,27,draw
4,2,B,,,,,
"""), """
- | Anna @1 34 won1 | Ben @2 28 won0
- | Ben @1 30 won0 | Anna @2 31 won1
- | Anna @1 27 won.5 | Ben @2 27 won.5
"""),
    Case("sides.ods", ods({"Sheet1": table("""
Test | Date | Rules | White | Black | White score | Black score | Turns
1 | 2024-01-05 | a | Anna | Ben | 34 | 28 | 20
2 | 2024-01-05 | b | Ben | Anna | 30 | 31 | 22
""")}), """
2024-01-05 a 20t | Anna (White) 34 won1 | Ben (Black) 28 won0
2024-01-05 b 22t | Ben (White) 30 won0 | Anna (Black) 31 won1
"""),
    Case("coop.csv", csv("""
Date,Players,Difficulty,Result,Rounds,Comments
2024-01-05,"Anna, Ben",2,Win,9,
2024-01-12,"Anna, Ben and Cleo",3,Loss,7,fire deck empty
"""), """
2024-01-05 9t | Anna won.5 | Ben won.5
2024-01-12 7t | Anna won0 | Ben won0 | Cleo won0 | "fire deck empty"
"""),
    Case("marks.csv", csv("""
Session,Game,Name,Seat,Points,Won
1,1,Anna,1,34,x
1,1,Ben,2,28,
1,2,Ben,1,30,
1,2,Anna,2,31,x
2,3,Cleo,1,30,x
2,3,Anna,2,22,
"""), """
[1] | Anna @1 34 won1 | Ben @2 28 won0
[1] | Ben @1 30 won0 | Anna @2 31 won1
[2] | Cleo @1 30 won1 | Anna @2 22 won0
"""),
    Case("no_names.csv", csv("""
Date;Build;# Players;P1 VP;P2 VP;P3 VP;Winning player;Game length
2024-01-05;b12;2;34;28;;P1;75
2024-01-12;b13;3;30;31;12;P2;70
"""), """
2024-01-05 b12 75m | @1 34 won1 | @2 28 won0
2024-01-12 b13 70m | @1 30 won0 | @2 31 won1 | @3 12 won0
"""),
    Case("who_began.csv", csv("""
Date,Anna,Ben,Start player,Winner
2024-01-05,34,28,Ben,Anna
2024-01-05,30,31,Anna,Ben
"""), """
2024-01-05 | Anna @2 34 won1 | Ben @1 28 won0
2024-01-05 | Anna @1 30 won0 | Ben @2 31 won1
"""),
    Case("evenings.xlsx", xlsx({"Log": table("""
Evening | Date | Who | Points | Winner | Version
1 | 2024-01-05 | Anna / Ben | 34 / 28 | Anna | A
| | Ben / Anna | 30 / 31 | Anna | A
2 | 2024-01-12 | Anna / Cleo | 12 / 28 | Cleo | B
""")}), """
[1] 2024-01-05 A | Anna 34 won1 | Ben 28 won0
[1] 2024-01-05 A | Ben 30 won0 | Anna 31 won1
[2] 2024-01-12 B | Anna 12 won0 | Cleo 28 won1
"""),
    Case("two_tables.csv", csv("""
Playtest log,,,,,,,,
,,,,,,,,
Date,Player 1,Player 2,Score 1,Score 2,,Player,Wins,Win rate
2024-01-05,Anna,Ben,34,28,,Anna,2,100%
2024-01-12,Ben,Anna,30,31,,Ben,0,0%
,,,,,,,,
Version,Games,Average score,,,,,,
1,2,30.75,,,,,,
"""), """
2024-01-05 | Anna @1 34 won1 | Ben @2 28 won0
2024-01-12 | Ben @1 30 won0 | Anna @2 31 won1
"""),
    Case("months.csv", csv("""
January,,,,
Date,Anna,Ben,Cleo,Minutes
2024-01-05,34,28,,75
2024-01-12,30,31,12,60
,,,,
February,,,,
Date,Anna,Ben,Cleo,Minutes
2024-02-02,20,28,30,55
"""), """
2024-01-05 75m | Anna 34 won1 | Ben 28 won0
2024-01-12 60m | Anna 30 won0 | Ben 31 won1 | Cleo 12 won0
2024-02-02 55m | Anna 20 won0 | Ben 28 won0 | Cleo 30 won1
"""),
    Case("names_with_scores.csv", csv("""
Date,Players,Notes
2024-01-05,"Anna (34), Ben (28)",
2024-01-12,"Ben 30, Anna 31, Cleo 12",new board
"""), """
2024-01-05 | Anna 34 won1 | Ben 28 won0
2024-01-12 | Ben 30 won0 | Anna 31 won1 | Cleo 12 won0 | "new board"
"""),
    Case("own_words.csv", csv("""
Date,Who,Ship,Booty,Sunk?
2024-01-05,Anna,Gull,34,
2024-01-05,Ben,Tern,28,yes
2024-01-12,Ben,Gull,30,
2024-01-12,Anna,Tern,31,
"""), """
2024-01-05 | Anna 34 won1 | Ben 28 won0
2024-01-12 | Ben 30 won0 | Anna 31 won1
""", {"score": "Booty"}),
    Case("numbers.xlsx", xlsx({"2024": table("""
Datum | Spieler | Fraktion | Siegpunkte | Platz | Zeit
45296 | Anna | Rot | 34 | 1. | 01:15
45296 | Ben | Blau | 28 | 2. |
45303 | Ben | Rot | 30 | 2. | 01:00
45303 | Anna | Blau | 31 | 1. |
""")}), """
2024-01-05 75m | Anna (Rot) 34 #1 won1 | Ben (Blau) 28 #2 won0
2024-01-12 60m | Ben (Rot) 30 #2 won0 | Anna (Blau) 31 #1 won1
"""),
    Case("colours.csv", csv("""
Game,Red,Blue,Green,Winner,Rounds
1,Tom,Jo,Al,Red,8
2,Jo,Al,,Al,9
"""), """
8t | Tom (Red) won1 | Jo (Blue) won0 | Al (Green) won0
9t | Jo (Red) won0 | Al (Blue) won1
"""),
    Case("chess.csv", csv("""
Date,Player 1 (first),Player 2 (second),Result
2024-03-02,Anna,Ben,1-0
2024-03-03,Ben,Anna,0-1
2024-03-04,Ben,Anna,½-½
"""), """
2024-03-02 | Anna @1 won1 | Ben @2 won0
2024-03-03 | Ben @1 won0 | Anna @2 won1
2024-03-04 | Ben @1 won.5 | Anna @2 won.5
"""),
    Case("decks.csv", csv("""
Date,Deck 1,Deck 2,Winner,Start,End
2024-03-02,Fire,Water,Fire,19:30,20:45
2024-03-03,Water,Fire,1,23:30,0:25
"""), """
2024-03-02 75m | @1 (Fire) won1 | @2 (Water) won0
2024-03-03 55m | @1 (Water) won1 | @2 (Fire) won0
"""),
    Case("numbered.csv", csv("""
Game,Player,Score,Faction
1,1,30,Elves
,2,28,Orcs
2,1,30,Orcs
,2,31,Elves
"""), """
- | @1 (Elves) 30 won1 | @2 (Orcs) 28 won0
- | @1 (Orcs) 30 won0 | @2 (Elves) 31 won1
"""),
    Case("medals.csv", csv("""
Date,Players,1st,2nd,3rd,Time
2024-03-02,3,Anna,Ben,Al,60
2024-03-03,2,Ben,Al,,60
"""), """
2024-03-02 60m | Anna #1 won1 | Ben #2 won0 | Al #3 won0
2024-03-03 60m | Ben #1 won1 | Al #2 won0
"""),
    Case("winner_and_score.csv", csv("""
Date,Winner,Score
2024-03-02,Anna,34-28
2024-03-03,Ben,30-29
"""), """
2024-03-02 | Anna 34 won1 | 28 won0
2024-03-03 | Ben 30 won1 | 29 won0
"""),
    Case("database.csv", csv("""
date,winner_name,winner_faction,loser_name,loser_faction,turns
2024-01-05,Anna,Elves,Ben,Orcs,9
2024-01-06,Ben,Elves,Cleo,Orcs,8
"""), """
2024-01-05 9t | Anna (Elves) won1 | Ben (Orcs) won0
2024-01-06 8t | Ben (Elves) won1 | Cleo (Orcs) won0
"""),
    Case("league.csv", csv("""
Game ID,Seed,Seat 1,Seat 2,Seat 3,Winner seat,Turns
1,5,Anna,Ben,Carl,2,40
2,6,Ben,Carl,Anna,3,44
"""), """
40t | Anna @1 won0 | Ben @2 won1 | Carl @3 won0
44t | Ben @1 won0 | Carl @2 won0 | Anna @3 won1
"""),
    Case("ranking.csv", csv("""
Date,Players,Ranking,Version
2024-01-05,"Anna, Ben, Carl","2,1,3",1
2024-01-06,"Anna, Ben","1,2",1
"""), """
2024-01-05 1 | Anna #2 won0 | Ben #1 won1 | Carl #3 won0
2024-01-06 1 | Anna #1 won1 | Ben #2 won0
"""),
]  # fmt: skip
