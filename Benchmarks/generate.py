#!/usr/bin/env python3
"""Workload W(n): n movies and n/10 directors, the same bytes on every machine.

usage: generate.py N DIRECTORY

Writes movies.tsv and directors.tsv (for the peers) and movies.xml (an XML store for the model
Movies.xcdatamodeld beside this file).
"""
import base64
import datetime
import os
import random
import sys
from xml.sax.saxutils import escape

GENRES = [
    "Action", "Action Thriller", "Comedy", "Drama", "Horror", "Romance", "Sci-Fi", "Fantasy",
    "Western", "War", "Musical", "Mystery", "Crime", "Noir", "Biography", "History", "Sport",
    "Family", "Animation", "Documentary",
]
TITLE_WORDS = [
    "the", "of", "night", "été", "cœur", "straße", "город", "日本", "映画", "river", "fire", "long",
    "shadow", "garçon", "niño", "Ωmega", "lost", "king", "moon", "silver", "élan", "tower",
    "winter", "song", "dream", "mañana", "blood", "east", "wind", "glass", "& Sons", "<Cut>",
    "stone", '"Q"', "ñandú", "road", "last", "first", "iron", "sea",
]
PROSE = [
    "love", "war", "family", "a", "and", "finds", "must", "the", "city", "secret", "before",
    "after", "young", "old", "man", "woman", "journey", "across", "world", "discovers", "truth",
    "about", "past", "while", "struggling", "to", "save", "their", "home", "from", "über", "naïve",
    "détente", "future", "dark", "friends", "enemy", "against",
]
REFERENCE_DATE = datetime.datetime(2001, 1, 1)
SEED = 20240601


def make_title(rng):
    title = ""
    while len(title) < 20:
        title += (" " if title else "") + rng.choice(TITLE_WORDS)
    return title[:20].strip()


def make_movie(rng, directors):
    # The order of the draws is the workload: changing it changes every file.
    return {
        "title": make_title(rng),
        "genre": rng.choice(GENRES),
        "date": rng.randrange(-(10**9), 7 * 10**8),
        "rating": rng.randrange(51) / 10,
        "runtime": rng.randrange(60, 220),
        "favorite": rng.randrange(2),
        "summary": " ".join(rng.choices(PROSE, k=34))[:200].strip(),
        "poster": rng.randbytes(64),
        "director": rng.randrange(directors),
    }


def movie_line(i, m):
    fields = [i, m["title"], m["genre"], m["date"], m["rating"], m["runtime"], m["favorite"],
              m["summary"], m["poster"].hex(), m["director"]]
    return "\t".join(map(str, fields)) + "\n"


def movie_element(i, m):
    moment = REFERENCE_DATE + datetime.timedelta(seconds=m["date"])
    return (
        f'  <Movie id="Movie-{i + 1}">\n'
        f"    <id>{i}</id>\n"
        f"    <title>{escape(m['title'])}</title>\n"
        f"    <genre>{m['genre']}</genre>\n"
        f"    <releaseDate>{moment.strftime('%Y-%m-%dT%H:%M:%SZ')}</releaseDate>\n"
        f"    <rating>{m['rating']}</rating>\n"
        f"    <runtime>{m['runtime']}</runtime>\n"
        f"    <isFavorite>{'true' if m['favorite'] else 'false'}</isFavorite>\n"
        f"    <summary>{escape(m['summary'])}</summary>\n"
        f"    <poster>{base64.b64encode(m['poster']).decode()}</poster>\n"
        f'    <director ref="Director-{m["director"] + 1}"/>\n'
        "  </Movie>\n"
    )


def director_element(i, name):
    return (
        f'  <Director id="Director-{i + 1}">\n'
        f"    <id>{i}</id>\n"
        f"    <name>{escape(name)}</name>\n"
        "  </Director>\n"
    )


def generate(n, directory):
    """Writes the three files of W(n) into a directory."""
    os.makedirs(directory, exist_ok=True)
    rng = random.Random(SEED)
    count = max(1, n // 10)
    directors = [f"{rng.choice(TITLE_WORDS)} {rng.choice(PROSE)} {i}" for i in range(count)]

    def create(name):
        return open(os.path.join(directory, name), "w", encoding="utf-8", newline="\n")

    with create("directors.tsv") as tsv:
        tsv.writelines(f"{i}\t{name}\n" for i, name in enumerate(directors))
    with create("movies.tsv") as tsv, create("movies.xml") as xml:
        xml.write('<?xml version="1.0" encoding="UTF-8"?>\n<store model="Movies">\n')
        xml.writelines(director_element(i, name) for i, name in enumerate(directors))
        for i in range(n):
            movie = make_movie(rng, count)
            tsv.write(movie_line(i, movie))
            xml.write(movie_element(i, movie))
        xml.write("</store>\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    generate(int(sys.argv[1]), sys.argv[2])
