/** The JSON of a whole success body, made ahead. A class, so that no row of a table is ever taken for one. */
export class PreparedBody {
  readonly json: string | Buffer

  constructor(json: string | Buffer) {
    this.json = json
  }
}

/**
 * What a handler returns that has its answer ready: it is sent as it is, without being put together and checked again.
 *
 * @param json of the whole body, `{"success":true,…}`, checked against the route's declaration when it was made; bytes that
 *   are sent again and again spare their encoding
 */
export const prepared = (json: string | Buffer): PreparedBody => new PreparedBody(json)
