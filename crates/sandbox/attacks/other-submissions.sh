# wall: read-only host
# expect: held
# Reads the files of another submission and of the contest.
for file in "$HOST_FILE" "$HOST_FOLDER" "$HOST_FOLDER/submission/bot.py"; do
    [ -e "$file" ] && exit 42
done
exit 0
