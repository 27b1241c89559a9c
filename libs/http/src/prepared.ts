/** The serialized JSON of a whole success body. A class, so that no row of a table is ever taken for one. */
export class PreparedBody {
  readonly json: string | Buffer

  constructor(json: string | Buffer) {
    this.json = json
  }
}

/**
 * Wraps a body that a handler has serialized itself; it is sent unchanged.
 *
 * @param json the whole body, `{"success":true,…}`, which was checked against the route's declaration when it was made; a
 *   buffer that is sent repeatedly needs no encoding each time
 */
export const prepared = (json: string | Buffer): PreparedBody => new PreparedBody(json)
