"""A guest at a table of Qipan that plays random moves: guest.py HOST:PORT CODE. No packages needed."""
import base64, hashlib, json, os, random, socket, struct, sys

def connect(address):
    global stream, reader
    host, port = address.rsplit(":", 1)
    stream = socket.create_connection((host.strip("[]"), int(port)))
    key = base64.b64encode(os.urandom(16)).decode()
    stream.sendall((f"GET /socket HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
    reader = stream.makefile("rb")
    while reader.readline() != b"\r\n":
        pass

def frame(kind, data):
    mask = os.urandom(4)
    size = struct.pack(">BBH", 0x80 | kind, 0x80 | 126, len(data))
    stream.sendall(size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))

def send(**message):
    frame(1, json.dumps(message).encode())

def receive():
    while True:
        kind, size = struct.unpack(">BB", reader.read(2))
        size = {126: lambda: struct.unpack(">H", reader.read(2))[0],
                127: lambda: struct.unpack(">Q", reader.read(8))[0]}.get(size, lambda: size)()
        data = reader.read(size)
        if kind & 15 == 1:
            return json.loads(data)
        if kind & 15 == 9:
            frame(10, data)

share, salt, layout, token = os.urandom(32), os.urandom(16), None, None
sha = lambda data: hashlib.sha256(data).hexdigest()
connect(sys.argv[1])
send(type="hello", v=1, code=sys.argv[2], name="Python", plain=True)
while True:
    message = receive()
    if message["type"] == "welcome" and not token:
        token, layout = message["token"], (message.get("layout") or {}).get("start")
        send(type="ready", layout=layout)
    elif message["type"] == "moved":
        connect(message["address"])
        send(type="hello", v=1, table=sys.argv[2], token=token, plain=True)
    elif message["type"] == "round" and message["needs"] == "commit":
        letters = sha(salt + layout.encode()) if layout else None
        send(type="commit", round=message["round"], share=sha(share), layout=letters)
    elif message["type"] == "round":
        send(type="reveal", round=message["round"], share=share.hex(), layout=layout, salt=salt.hex())
    elif message["type"] in ("view", "step") and message["actions"]:
        send(type="act", step=message["step"], id=random.choice(message["actions"])["id"])
    elif message["type"] in ("end", "error"):
        print(json.dumps(message.get("places", message.get("why"))))
        break
