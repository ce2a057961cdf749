import hashlib, json, sys
game, sha = json.load(open(sys.argv[1], encoding="utf-8")), hashlib.sha256
parts = {part["from"]: part for part in game["chance"]}
for at, step in enumerate(game["steps"]):
    if at in parts:
        seed, rolls = bytes.fromhex(parts[at]["seed"]), 0
        assert sha(seed).hexdigest() == parts[at]["commitment"], "the seed does not match its fairness code"
    if "roll" in step:
        bits = sha(seed + b"dice" + rolls.to_bytes(8, "little") + b"\0").digest()
        assert next(b for b in bits if b < 252) % 6 + 1 == step["roll"], f"step {at + 1} is wrong"
        rolls += 1
print("every roll follows from the seed that was fixed before the game")
