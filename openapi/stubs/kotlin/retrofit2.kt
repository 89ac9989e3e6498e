package retrofit2

class Response<T>(private val body: T?) {
    fun body(): T? = body
}
