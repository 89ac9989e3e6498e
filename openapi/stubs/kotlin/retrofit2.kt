package retrofit2

class Response<T>(val body: T?)
