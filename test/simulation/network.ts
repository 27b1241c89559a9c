import type { Owner, Time } from './time.ts'

export type Direction = 'toServer' | 'toClient'

/** The way between one process and one server. A fault holds it up, in one direction or both, without a notice. */
export type Link = { blockedUntil: Record<Direction, number> }

export const createLink = (): Link => ({ blockedUntil: { toServer: 0, toClient: 0 } })

/** A connection: data sent in a direction arrives in order, late, or not at all. */
export type Wire = {
  send(direction: Direction, arrive: () => void): void
  /** Data in transit no longer arrives. */
  cut(): void
  isCut(): boolean
}

/** How long things take; from the seed, for each message by its number, so that leaving one out changes no other. */
export type Delays = (wire: string, direction: Direction, message: number) => number

export function createWire(
  time: Time,
  delays: Delays,
  { name, link, client, server }: { name: string; link: Link; client: Owner; server: Owner },
): Wire {
  let cut = false
  const sent = { toServer: 0, toClient: 0 }
  const latest = { toServer: 0, toClient: 0 }
  return {
    send(direction, arrive) {
      if (cut) return
      sent[direction] += 1
      latest[direction] = Math.max(latest[direction], time.now() + delays(name, direction, sent[direction]))
      const receiver = direction === 'toServer' ? server : client
      const ready = () => link.blockedUntil[direction]
      time.at(latest[direction], receiver, () => void (cut || arrive()), ready)
    },
    cut: () => {
      cut = true
    },
    isCut: () => cut,
  }
}
