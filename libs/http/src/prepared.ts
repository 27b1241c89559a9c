import type { PagePosition } from './page-links.ts'

/** The serialized JSON of a whole success body. A class, so that no row of a table is ever taken for one. */
export class PreparedBody {
  readonly json: string | Buffer
  readonly page: PagePosition | undefined

  constructor(json: string | Buffer, page: PagePosition | undefined) {
    this.json = json
    this.page = page
  }
}

/**
 * Wraps a body that a handler has serialized itself; it is sent unchanged.
 *
 * @param json the whole body, `{"success":true,…}`, which was checked against the route's declaration when it was made; a
 *   buffer that is sent repeatedly is encoded and hashed once
 * @param page which page of its list it is, for the `link` header
 */
export const prepared = (json: string | Buffer, page?: PagePosition): PreparedBody => new PreparedBody(json, page)
