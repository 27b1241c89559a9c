/** What we use of autocannon, which brings no types. */
declare module 'autocannon' {
  export type CannonRequest = {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
    setupRequest?(request: CannonRequest): CannonRequest
  }

  export type CannonOptions = {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Seconds until an answer counts as missing. */
    timeout: number
    /** Milliseconds between two looks at the clock: a run ends at such a look. */
    sampleInt: number
    requests: CannonRequest[]
  }

  type Client = object

  export type Cannon = PromiseLike<{ errors: number; timeouts: number }> & {
    /** Told for every answer, with its latency in milliseconds and fractions of them. */
    on(event: 'response', told: (client: Client, status: number, bytes: number, milliseconds: number) => void): Cannon
  }

  export default function autocannon(options: CannonOptions): Cannon
}
