import type { Pool } from 'pg'

/**
 * Keeps the process alive when connections of a pool are lost, idle, in use or while they are closed: without listeners each
 * loss would be an uncaught error. The query in hand is rejected anyway, and the next one gets a new connection.
 */
export function tolerateLosses(pool: Pool): Pool {
  const ignore = () => {}
  return pool.on('error', ignore).on('connect', client => client.on('error', ignore))
}
