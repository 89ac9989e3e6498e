// A hand from an Android app, with the client that openapi-generator makes; see ../README.md.
import java.util.UUID
import org.openapitools.client.apis.CommandsApi
import org.openapitools.client.apis.DevicesApi
import org.openapitools.client.apis.HandsApi
import org.openapitools.client.apis.MatchesApi
import org.openapitools.client.models.Command
import org.openapitools.client.models.CommandAnswer
import org.openapitools.client.models.Hand
import org.openapitools.client.models.HandRecord
import org.openapitools.client.models.Listed
import org.openapitools.client.models.Match
import org.openapitools.client.models.NewMatch
import org.openapitools.client.models.NewPlayer
import org.openapitools.client.models.Pile
import org.openapitools.client.models.Queue
import org.openapitools.client.models.RecordHand
import org.openapitools.client.models.Standing
import org.openapitools.client.models.Suit

class Scorekeeper(
    private val devices: DevicesApi,
    private val matches: MatchesApi,
    private val hands: HandsApi,
    private val commands: CommandsApi,
) {
    /** Return the token to send as `Authorization: Bearer`; keep it as a password is kept. */
    suspend fun signIn(): String? = devices.createDevice().body()?.token

    suspend fun open(names: List<String>): Match? =
        matches.createMatch(
            NewMatch(ruleset = "mb-lounge", players = names.map(::NewPlayer)),
            // The same key again does nothing twice, so a request without an answer can be repeated.
            idempotencyKey = UUID.randomUUID().toString(),
        ).body()

    /** Enter a hand; what others have entered since the sheet was seen is not overwritten. */
    suspend fun record(match: Match, trumps: List<String>): Hand? =
        hands.recordHand(match.matchId, match.nextHand, recordOf(trumps), ifMatch = "\"${match.version}\"").body()

    /** Enter a hand that waited for a signal; its id stays the same however often it is sent. */
    suspend fun deliver(match: Match, trumps: List<String>, commandId: UUID): CommandAnswer? {
        val command = RecordHand(
            RecordHand.Kind.RECORD_HAND,
            commandId,
            match.matchId,
            match.nextHand,
            recordOf(trumps),
            seenVersion = match.version,
        )
        return commands.sendCommands(Queue(listOf(Command.RecordHandWrapper(command)))).body()?.items?.single()
    }

    /** A value that a later server sends becomes UNKNOWN_DEFAULT_OPEN_API: show the server's sentence. */
    fun describe(hand: Hand): String =
        when (hand.standing) {
            Standing.SCORED -> hand.scores.joinToString(" to ")
            else -> hand.findings.joinToString(" ") { it.message.text }
        }

    private fun recordOf(trumps: List<String>) = HandRecord(
        calls = listOf("three", "pass", "pass", "pass"),
        trump = Suit.S,
        piles = listOf(Pile(side = 0, cards = trumps, listed = Listed.SCORING)),
    )
}
