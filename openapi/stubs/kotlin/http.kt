// What generated code names of Retrofit, which no package registry that we use has as a jar.
package retrofit2.http

annotation class GET(val value: String)

annotation class POST(val value: String)

annotation class PUT(val value: String)

annotation class DELETE(val value: String)

annotation class Path(val value: String)

annotation class Query(val value: String)

annotation class Header(val value: String)

annotation class Body
