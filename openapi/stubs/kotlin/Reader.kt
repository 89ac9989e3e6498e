import java.io.File
import kotlinx.serialization.InternalSerializationApi
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.serializer
import org.openapitools.client.infrastructure.Serializer

/** Read the answers of a file, an object of them by the names of their models. */
@OptIn(InternalSerializationApi::class)
fun main(arguments: Array<String>) {
    val json = Serializer.kotlinxSerializationJson
    val answers = json.parseToJsonElement(File(arguments[0]).readText()).jsonObject
    for ((name, answer) in answers) {
        val model = Class.forName("org.openapitools.client.models.$name").kotlin
        json.decodeFromJsonElement(model.serializer(), answer)
    }
    println("${answers.size} answers with new values and fields are read by the Kotlin client.")
}
