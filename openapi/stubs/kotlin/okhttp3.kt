package okhttp3

abstract class RequestBody

abstract class ResponseBody

abstract class MultipartBody
