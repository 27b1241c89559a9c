import type pg from 'pg'

/**
 * Moves schemas to worker nodes of Citus, each as a whole (docs/scaling.md#citus), and prepares the functions that read them. May be
 * run again at any time.
 *
 * @param admin on a coordinator of Citus, with the role that owns everything
 */
export async function distributeSchemas(admin: pg.Client, schemas: readonly string[]): Promise<void> {
  await configure(admin)
  const { rows } = await admin.query<{ name: string }>(
    `select name
     from unnest($1::text[]) name
     where not exists (select from citus_schemas where schema_name = name::regnamespace)`,
    [schemas],
  )
  for (const { name } of rows) await admin.query('select citus_schema_distribute($1)', [name])
  await replaceFunctions(admin, schemas)
  await grantTablesOfViews(admin, schemas)
}

/**
 * What Citus allows only when it is told so, in this session and in all that follow: triggers, because ours write the schema of their
 * table; and that a statement which the worker runs as a whole calls a function, because ours read that schema. Everything of a schema is
 * on one node.
 */
async function configure(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>('select quote_ident(current_database()) as name')
  for (const setting of ['citus.enable_unsafe_triggers', 'citus.allow_nested_distributed_execution']) {
    await admin.query(`alter database ${rows[0]?.name} set ${setting} = on`)
    await admin.query(`set ${setting} = on`)
  }
}

/** A worker reads the tables of a view with the rights of the session, and not with those of the view's owner. */
async function grantTablesOfViews(admin: pg.Client, schemas: readonly string[]): Promise<void> {
  const { rows } = await admin.query<{ statement: string }>(
    `select distinct format('grant select on %I.%I to %I', used.table_schema, used.table_name, granted.grantee) as statement
     from information_schema.view_table_usage used
     join information_schema.role_table_grants granted
       on granted.table_schema = used.view_schema and granted.table_name = used.view_name
     where used.table_schema = any ($1)
       and granted.privilege_type = 'SELECT'
       and granted.grantee <> granted.grantor`,
    [schemas],
  )
  for (const { statement } of rows) await admin.query(statement)
}

/**
 * Creates functions again, which also brings them to the nodes. Citus plans no statement of a function in SQL that has parameters, as it does
 * in PL/pgSQL, and some statements only when it knows the values of their parameters.
 */
async function replaceFunctions(admin: pg.Client, schemas: readonly string[]): Promise<void> {
  const { rows } = await admin.query<{ definition: string; body: string; isSet: boolean; inSql: boolean }>(
    `select pg_get_functiondef(pg_proc.oid) as definition, prosrc as body, proretset as "isSet", lanname = 'sql' as "inSql"
     from pg_proc
     join pg_language on pg_language.oid = prolang
     where pronamespace = any ($1::text[]::regnamespace[])
       and (lanname = 'sql' or 'plan_cache_mode=force_generic_plan' = any (proconfig))`,
    [schemas],
  )
  for (const { definition, body, isSet, inSql } of rows) {
    const planned = definition.replace(/^ SET plan_cache_mode TO 'force_generic_plan'\n/m, '')
    await admin.query(inSql ? toPlpgsql(planned, body, isSet) : planned)
  }
}

function toPlpgsql(definition: string, body: string, isSet: boolean): string {
  const result = isSet ? `return query ${body};` : `return (${body});`
  return definition
    .replace(/^ LANGUAGE sql$/m, ' LANGUAGE plpgsql')
    .replace(body, () => `\n#variable_conflict use_column\nbegin\n${result}\nend\n`)
}
