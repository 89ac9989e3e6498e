# What the guides type again and again. Read it into bash: . docs/commands.sh
# Without Pitchkeeper's folder: export API=https://cards.example; . <(curl -s $API/docs/guides/commands.sh)

API=${API:-http://127.0.0.1:8000}

# Show parts of an answer by their paths: ... | pick scores players.0.name
pick() { python3 -c 'import json, sys
text = sys.stdin.read()
if not text:
    sys.exit("No answer. Is the server running? Start it with: make run")
answer = json.loads(text)
for path in sys.argv[1:]:
    value = answer
    for step in path.split("."):
        value = value[int(step)] if step.isdigit() else value[step]
    print(value if isinstance(value, str) else json.dumps(value))' "$@"; }

# Sign in a device, as a phone does when the app is first opened: there is no name and no password.
sign_in() { local answer; answer=$(curl -sf -X POST "$API/v1/devices"); pick token <<< "$answer"; }
TOKEN=$(sign_in)

# Ask for something as this device.
call() { curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; }

# Open a match, and speak of it from then on.
open_match() { MATCH=$(call "$API/v1/matches" -d "$1" | pick matchId); }

# Enter a hand, or a part of one: hand 1 '{...}', hand 1/auction '{...}'
hand() { call -X PUT "$API/v1/matches/$MATCH/hands/$1" "${@:3}" -d "$2"; }

# Ask for anything else of the match: post undo ''
post() { call -X POST "$API/v1/matches/$MATCH/$1" "${@:3}" -d "$2"; }

# What to enter where one player, who is also a side, bids four and takes all four points.
takes_all() { echo "{\"contract\": {\"pitcher\": $1, \"bid\": \"four\"}, \"claims\": {\"points\": [
  {\"point\": \"high\", \"side\": $1}, {\"point\": \"low\", \"side\": $1},
  {\"point\": \"jack\", \"side\": $1}, {\"point\": \"game\", \"side\": $1}]}}"; }
