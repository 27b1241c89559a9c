import type { PagePosition } from './page-links.ts'

/** A body that a handler has serialized itself; it is sent unchanged. A class, so that no row of a table is ever taken for one. */
export class PreparedBody {
  readonly json: string | Buffer
  readonly page: PagePosition | undefined

  /**
   * @param json the whole success body, `{"success":true,…}`; a buffer that is sent repeatedly is encoded and hashed once
   * @param page which page of its list it is, for the `link` header
   */
  constructor(json: string | Buffer, page?: PagePosition) {
    this.json = json
    this.page = page
  }
}
