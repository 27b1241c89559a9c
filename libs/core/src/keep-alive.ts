/**
 * How long our HTTP servers keep idle connections, in milliseconds. Clients learn the first, and connections are closed after both, so
 * that it is never the server that closes first: the client's timer may be late.
 */
export const keepAlive = { keepAliveTimeout: 65_000, keepAliveTimeoutBuffer: 60_000 }
