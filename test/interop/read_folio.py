"""An independent reader of .folio files, written from docs/folio-format.md alone. Prints what it finds as JSON.

Usage: read_folio.py FILE [--checksums]. Needs Python 3.9 or later, and for compressed sections one of: Python 3.14, the module
zstandard, the program zstd.
"""

import base64
import hashlib
import json
import struct
import subprocess
import sys

PAGE_STATUSES = ["text", "ocr", "image-only", "empty", "failed"]
BLOCK_KINDS = [
    "heading", "paragraph", "list", "table", "row", "cell", "caption", "code", "quote", "footnote", "furniture", "toc",
]
HIDDEN = ["", "invisible", "same-colour", "off-page", "tiny"]
PASSAGE_KINDS = ["text", "table", "code", "furniture"]


def unzstd(data):
    try:
        from compression import zstd
        return zstd.decompress(data)
    except ImportError:
        pass
    try:
        import zstandard
        return zstandard.ZstdDecompressor().decompress(data)
    except ImportError:
        return subprocess.run(["zstd", "-dcq"], input=data, stdout=subprocess.PIPE, check=True).stdout


def xxh64(data):
    """XXH64 with seed 0 (xxHash specification 0.1.1)."""
    mask = 2**64 - 1
    p1, p2, p3, p4, p5 = (
        0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5,
    )
    rotate = lambda x, n: ((x << n) | (x >> (64 - n))) & mask
    mix = lambda lane, word: rotate((lane + word * p2) & mask, 31) * p1 & mask
    at, end = 0, len(data)
    if end >= 32:
        lanes = [(p1 + p2) & mask, p2, 0, -p1 & mask]
        while at + 32 <= end:
            lanes = [mix(lane, word) for lane, word in zip(lanes, struct.unpack_from("<4Q", data, at))]
            at += 32
        result = sum(rotate(lane, n) for lane, n in zip(lanes, (1, 7, 12, 18))) & mask
        for lane in lanes:
            result = ((result ^ mix(0, lane)) * p1 + p4) & mask
    else:
        result = p5
    result = (result + end) & mask
    while at + 8 <= end:
        result = (rotate(result ^ mix(0, struct.unpack_from("<Q", data, at)[0]), 27) * p1 + p4) & mask
        at += 8
    if at + 4 <= end:
        result = (rotate(result ^ (struct.unpack_from("<I", data, at)[0] * p1 & mask), 23) * p2 + p3) & mask
        at += 4
    while at < end:
        result = rotate(result ^ (data[at] * p5 & mask), 11) * p1 & mask
        at += 1
    result = (result ^ (result >> 33)) * p2 & mask
    result = (result ^ (result >> 29)) * p3 & mask
    return result ^ (result >> 32)


class Columns:
    def __init__(self, data):
        self.data, self.at = data, 0

    def varint(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def zigzag(self):
        value = self.varint()
        return (value >> 1) ^ -(value & 1)

    def take(self, length):
        self.at += length
        assert self.at <= len(self.data), "a column runs over the end"
        return self.data[self.at - length : self.at]

    def text(self):
        length = self.varint()
        return None if length == 0 else self.take(length - 1).decode("utf-8")

    def varints(self, n):
        return [self.varint() for _ in range(n)]

    def zigzags(self, n):
        return [self.zigzag() for _ in range(n)]

    def deltas(self, n):
        values, value = [], 0
        for _ in range(n):
            value += self.zigzag()
            values.append(value)
        return values

    def end(self):
        assert self.at == len(self.data), "bytes are left over"


def sections(data, checksums):
    assert data[:8] == b"\x89FOLIO\r\n", "not a folio"
    version, entry_length, flags, length, table, count = struct.unpack_from("<HHIQQI", data, 8)
    assert (version, entry_length, flags, length) == (1, 48, 0, len(data)), "header"
    if checksums:
        stated = struct.unpack_from("<Q", data, 56)[0]
        assert xxh64(data[:56] + data[table : table + count * 48]) == stated, "checksum of the header"
    found = {}
    for index in range(count):
        kind, encoding, offset, stored, decoded, items, checksum = struct.unpack_from("<4sIQQQQQ", data, table + index * 48)
        assert offset % 64 == 0 and offset + stored <= length, kind
        body = data[offset : offset + stored]
        assert not checksums or xxh64(body) == checksum, f"checksum of {kind}"
        body = body if encoding == 0 else unzstd(body)
        assert len(body) == decoded, kind
        found[kind.decode("ascii")] = (items, body)
    return found


def read_pages(n, body):
    c = Columns(body)
    gaps, lengths = c.zigzags(n), c.varints(n)
    widths, heights = struct.unpack(f"<{n}d", c.take(8 * n)), struct.unpack(f"<{n}d", c.take(8 * n))
    statuses = c.take(n)
    labels, problems = [c.text() for _ in range(n)], [c.text() for _ in range(n)]
    c.end()
    pages, end = [], 0
    for i in range(n):
        start = end + gaps[i]
        end = start + lengths[i]
        page = {"number": i + 1, "start": start, "end": end, "width": widths[i], "height": heights[i], "status": PAGE_STATUSES[statuses[i]]}
        page.update({key: value for key, value in (("label", labels[i]), ("problem", problems[i])) if value is not None})
        pages.append(page)
    return pages


def read_blocks(n, body):
    c = Columns(body)
    kinds, flags, levels, parents = c.take(n), c.take(n), c.varints(n), c.varints(n)
    starts, lengths, pages = c.deltas(n), c.varints(n), c.deltas(n)
    lefts, tops, widths, heights = c.deltas(n), c.deltas(n), c.zigzags(n), c.zigzags(n)
    lines, more_lines = c.deltas(n), c.varints(n)
    c.end()
    return [
        {
            "kind": BLOCK_KINDS[kinds[i]], "start": starts[i], "end": starts[i] + lengths[i], "level": levels[i],
            "parent": i - parents[i] if parents[i] else -1, "page": pages[i],
            "box": [lefts[i] / 20, tops[i] / 20, (lefts[i] + widths[i]) / 20, (tops[i] + heights[i]) / 20],
            "hidden": HIDDEN[flags[i] & 0x7F], "continues": flags[i] >= 0x80,
            "lineStart": lines[i], "lineEnd": lines[i] + more_lines[i],
        }
        for i in range(n)
    ]


def read_passages(n, body):
    c = Columns(body)
    kinds, counts, headings, firsts, further = c.take(n), c.varints(n), c.deltas(n), c.deltas(n), c.varints(n)
    starts, lengths = c.deltas(sum(counts)), c.varints(sum(counts))
    c.end()
    spans = iter([{"start": start, "end": start + length} for start, length in zip(starts, lengths)])
    return [
        {
            "kind": PASSAGE_KINDS[kinds[i]], "spans": [next(spans) for _ in range(counts[i])], "heading": headings[i],
            "firstPage": firsts[i], "lastPage": firsts[i] + further[i],
        }
        for i in range(n)
    ]


def read_words(pages, body):
    result, at = [], 12 * pages
    for page in range(pages):
        stored, decoded, n = struct.unpack_from("<3I", body, 12 * page)
        frame = body[at : at + stored]
        at += stored
        c = Columns(unzstd(frame) if decoded > stored else frame)
        gaps, lengths, spaces, tops, widths, heights = c.zigzags(n), c.varints(n), c.zigzags(n), c.deltas(n), c.zigzags(n), c.deltas(n)
        c.end()
        words, end, right = [], 0, 0
        for i in range(n):
            start, left = end + gaps[i], right + spaces[i]
            end, right = start + lengths[i], left + widths[i]
            words.append([start, end, left / 20, tops[i] / 20, right / 20, (tops[i] + heights[i]) / 20])
        result.append(words)
    assert at == len(body), "words: bytes are left over"
    return result


def read_vectors(n, body, dimension):
    scales = struct.unpack_from(f"<{n}f", body)
    codes = struct.unpack_from(f"<{n * dimension}b", body, 4 * n)
    return {"scales": list(scales), "codes": list(codes)}


def read_folio(path, checksums=False):
    with open(path, "rb") as file:
        found = sections(file.read(), checksums)
    meta = json.loads(found["meta"][1])
    folio = {
        "meta": meta,
        "text": found["text"][1].decode("utf-8"),
        "pages": read_pages(*found["page"]),
        "blocks": read_blocks(*found["blok"]),
        "passages": read_passages(*found["pass"]),
        "words": read_words(*found["word"]),
    }
    assert len(folio["text"].encode("utf-16-le")) == 2 * meta["textLength"], "the text's length"
    if "vect" in found:
        folio["vectors"] = read_vectors(*found["vect"], meta["model"]["dimension"])
    if "srce" in found:
        source = found["srce"][1]
        assert hashlib.sha256(source).hexdigest() == meta["sha256"], "the original's SHA-256"
        folio["source"] = base64.b64encode(source).decode("ascii")
    return folio


if __name__ == "__main__":
    json.dump(read_folio(sys.argv[1], "--checksums" in sys.argv[2:]), sys.stdout)
