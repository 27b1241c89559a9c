/**
 * Whether a host name or address reaches this machine only: `localhost`, 127.0.0.0/8 or ::1, which may stand in brackets as
 * in an address.
 */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)

/** Whether an http(s) address is safe against listeners on the way: it is https, or does not leave this machine. */
export function isSafeTransport(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
