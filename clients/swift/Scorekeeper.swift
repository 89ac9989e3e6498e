// A hand from an app for iOS, with the client that openapi-generator makes; see ../README.md.
import Foundation
import OpenAPIClient

struct Scorekeeper {
    let configuration: OpenAPIClientAPIConfiguration

    init(server: String) {
        configuration = OpenAPIClientAPIConfiguration(basePath: server)
    }

    /// Keep the token as a password is kept: in the keychain.
    func signIn() async throws -> String {
        let device = try await DevicesAPI.createDevice(apiConfiguration: configuration)
        configuration.customHeaders["Authorization"] = "Bearer \(device.token)"
        return device.token
    }

    func open(names: [String]) async throws -> Match {
        let players = names.map { NewPlayer(name: $0) }
        // The same key again does nothing twice, so a request without an answer can be repeated.
        return try await MatchesAPI.createMatch(
            newMatch: NewMatch(ruleset: "mb-lounge", players: players),
            idempotencyKey: UUID().uuidString,
            apiConfiguration: configuration
        )
    }

    /// Enter a hand; what others have entered since the sheet was seen is not overwritten.
    func record(match: Match, trumps: [String]) async throws -> Hand {
        try await HandsAPI.recordHand(
            matchId: match.matchId,
            number: match.nextHand,
            handRecord: record(of: trumps),
            ifMatch: "\"\(match.version)\"",
            apiConfiguration: configuration
        )
    }

    /// Enter a hand that waited for a signal; its id stays the same however often it is sent.
    func deliver(match: Match, trumps: [String], commandId: UUID) async throws -> CommandAnswer? {
        let command = RecordHand(
            kind: .recordHand,
            commandId: commandId,
            matchId: match.matchId,
            seenVersion: match.version,
            number: match.nextHand,
            body: record(of: trumps)
        )
        let queue = Queue(commands: [.typeRecordHand(command)])
        return try await CommandsAPI.sendCommands(queue: queue, apiConfiguration: configuration).items.first
    }

    /// A value that a later server sends becomes `unknownDefaultOpenApi`: show the server's sentence.
    func describe(hand: Hand) -> String {
        switch hand.standing {
        case .scored:
            return hand.scores.map { String($0) }.joined(separator: " to ")
        default:
            return hand.findings.map { $0.message.text }.joined(separator: " ")
        }
    }

    private func record(of trumps: [String]) -> HandRecord {
        HandRecord(
            calls: ["three", "pass", "pass", "pass"],
            trump: .s,
            piles: [Pile(side: 0, cards: trumps, listed: .scoring)]
        )
    }
}
