import type { AdminProductsQuery } from '@campstore/contract/admin/products'
import { type Condition, type FindPage, ordered, whenPresent } from '@campstore/database/pagination'
import { whiteSpace } from './white-space.ts'

/**
 * SQL of the register of all products, visible or not: what administrators sort, filter and search by, kept by the triggers
 * that keep the listing. A product none of whose variants has a price is not sold and not in it.
 */
export const registerTable = /* sql */ `
create table catalog.product_register (
  product_id text collate pg_c_utf8 primary key references catalog.product on delete cascade,
  id_key text collate pg_c_utf8 not null,
  name_key text collate pg_c_utf8 not null,
  category_key text collate pg_c_utf8,
  brand_key text collate pg_c_utf8,
  status text not null,
  created_at timestamptz not null,
  -- The name and every SKU, a line each, lower case and wide: so a search compares code points and needs not fold case.
  search_text text collate pg_c_utf8 not null
);
-- With the usual hundred samples a text that one product in a thousand has looks like one that many have.
alter table catalog.product_register alter column search_text set statistics 1000;
`

/**
 * SQL of a text as it is searched: letters beyond ASCII stand three times each. An index of trigrams knows nothing of fewer
 * than three letters, but Chinese names are looked for by two, or one. A text contains another when the wide ones do.
 */
const wide = (text: string): string =>
  `regexp_replace(lower(${text} collate pg_c_utf8), '[^\\u0001-\\u007f]', '\\&\\&\\&', 'g')`

/** Each sort and each filter with the default sort is one range of an index; made after the rows, which is faster. */
export const registerIndexes = /* sql */ `
create index register_by_id on catalog.product_register (id_key, product_id);
create index register_by_name on catalog.product_register (name_key, product_id);
create index register_by_time on catalog.product_register (created_at, product_id);
create index register_of_status on catalog.product_register (status, id_key, product_id);
create index register_of_category on catalog.product_register (category_key, id_key, product_id);
create index register_of_brand on catalog.product_register (brand_key, id_key, product_id);
create index register_search on catalog.product_register using gin (search_text gin_trgm_ops);
`

/**
 * The listing that customers see and the register are made anew together: what was `catalog.refresh_listing` becomes the part
 * of the listing, and the triggers, which call it by its name, call the whole.
 */
export const updateSearchIndex = /* sql */ `
alter function catalog.refresh_listing(text[]) rename to refresh_visible_products;

create function catalog.refresh_register(item_ids text[]) returns void
language plpgsql
as $$
begin
  delete from catalog.product_register
  using catalog.product
  where product.id = product_register.product_id and product.item_id = any (item_ids);

  insert into catalog.product_register
  select
    product.id,
    lower(product.id collate pg_c_utf8),
    lower(item.name collate pg_c_utf8),
    lower(btrim(item.category, ${whiteSpace}) collate pg_c_utf8),
    lower(btrim(item.brand, ${whiteSpace}) collate pg_c_utf8),
    product.status,
    product.created_at,
    ${wide(`(item.name || E'\\n' || sold.codes)`)}
  from catalog.product
  join catalog.equipment_item item on item.id = product.item_id
  join (
    select sku.item_id, string_agg(distinct sku.code, E'\\n') as codes
    from catalog.sku
    join catalog.variant on variant.sku_id = sku.id
    where sku.item_id = any (item_ids) and variant.price is not null
    group by sku.item_id
  ) sold on sold.item_id = item.id
  where product.item_id = any (item_ids);
end
$$;

create function catalog.refresh_listing(item_ids text[]) returns void
language plpgsql
as $$
begin
  perform catalog.refresh_visible_products(item_ids);
  perform catalog.refresh_register(item_ids);
end
$$;
`

/** Ids and names sort as they do for customers (decisions.md, 12). */
const sortColumns = { id: 'id_key', name: 'name_key', createdAt: 'created_at' } as const

/** The ids of one page of all products, and how many there are. */
export async function findRegistered(
  findPage: FindPage,
  query: AdminProductsQuery,
): Promise<{ ids: string[]; totalElements: number }> {
  const { items, totalElements } = await findPage<{ id: string }>({
    columns: 'product_id as id',
    from: 'catalog.product_register',
    conditions: conditionsOf(query),
    orderBy: ordered(query.sort, sortColumns, 'product_id'),
    page: query.page,
    size: query.size,
  })
  return { ids: items.map(({ id }) => id), totalElements }
}

const conditionsOf = ({ q, status, category, brand }: AdminProductsQuery): (Condition | undefined)[] => [
  named(q),
  whenPresent(status, 'status = ?'),
  whenPresent(category, 'category_key = lower(? collate pg_c_utf8)'),
  whenPresent(brand, 'brand_key = lower(? collate pg_c_utf8)'),
]

/** That the name or a SKU contains a text; `%`, `_` and `\` mean themselves (decisions.md, 9). */
const named = (text: string | undefined): Condition | undefined =>
  whenPresent(text && `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`, `search_text like ${wide('?')}`)
