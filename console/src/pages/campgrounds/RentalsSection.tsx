import { createRentalListingSchema } from '@campstore/contract/admin/rental-listings'
import { t } from 'i18next'
import { Backpack, Pencil, Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { client, type ItemOf, useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { IconButton } from '../../design/Button.tsx'
import { type Columns, endColumn, moneyColumn, titleColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { type Bound, FormCheckField, FormDialog, FormNumberField, FormTextField, useField } from '../../design/Form.tsx'
import { EmptyState, LoadedList } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { ItemName } from '../../design/Values.tsx'
import { formatShare } from '../../lib/format.ts'
import { DialogButton } from '../shared/DialogButtons.tsx'
import { CsvButton } from '../shared/OutputButtons.tsx'
import { VariantSearch } from '../stock/LinesField.tsx'
import { type Stock, VariantName } from '../stock/stock-columns.tsx'
import { ActiveBadge } from './CampgroundsPage.tsx'

type RentalListing = ItemOf<'listRentalListings'>

/** What a campground rents out, with the prices of a night. */
export function RentalsSection({ campgroundId }: { campgroundId: string }) {
  const [page, setPage] = useState(0)
  const { can } = useSession()
  const columns: Columns<RentalListing> = [
    titleColumn('item', t('fields.item'), listing => (
      <ItemName of={listing}>
        <span className="row">
          {listing.name}
          {!listing.active && <ActiveBadge isActive={false} />}
        </span>
      </ItemName>
    )),
    moneyColumn('priceWeekday', t('settings.kinds.weekday')),
    moneyColumn('priceHoliday', t('settings.kinds.holiday')),
    endColumn('discount', t('fields.discount'), ({ discountRate }) =>
      Number(discountRate) === 0 ? '–' : formatShare(Number(discountRate)),
    ),
    can('campgrounds.edit') &&
      endColumn('action', t('actions.edit'), listing => (
        <DialogButton isIconOnly icon={Pencil} label={t('campgrounds.changeRental', { sku: listing.sku })}>
          {close => <ListingDialog campgroundId={campgroundId} listing={listing} close={close} />}
        </DialogButton>
      )),
  ]
  return (
    <Section
      title={t('campgrounds.rentals')}
      isCard={false}
      actions={
        <>
          <CsvButton read={() => client().admin.listRentalListings.csv({ campgroundId })} />
          {/* A variant is found in the stock. */}
          <DialogButton
            permissions={['campgrounds.edit', 'inventory.view']}
            isSmall
            icon={Plus}
            label={t('campgrounds.addRental')}
          >
            {close => <ListingDialog campgroundId={campgroundId} close={close} />}
          </DialogButton>
        </>
      }
    >
      <LoadedList
        query={useRead('listRentalListings', { campgroundId, page }, { keepsPrevious: true })}
        rows={4}
        filters={{ setPage }}
        empty={<EmptyState icon={Backpack} title={t('campgrounds.noRentals')} />}
      >
        {listings => <DataTable label={t('campgrounds.rentals')} columns={columns} items={listings} />}
      </LoadedList>
    </Section>
  )
}

/** A listing's discount in percent; the API has `0.15`. */
const percent = z
  .int()
  .min(0)
  .max(30)
  .transform(percent => (percent / 100).toFixed(2))

const formSchema = createRentalListingSchema.omit({ campgroundId: true }).extend({ discountRate: percent })

type ListingDialogProps = { campgroundId: string; listing?: RentalListing; close(): void }

/** A variant that a campground rents out from now on, or a change of its prices, discount and state. */
function ListingDialog({ campgroundId, listing, close }: ListingDialogProps) {
  const { variantId = '', priceWeekday = '', priceHoliday = '', discountRate = 0, active = true } = listing ?? {}
  const { field, dialog } = useFormAction({
    schema: formSchema,
    values: { variantId, priceWeekday, priceHoliday, discountRate: Math.round(Number(discountRate) * 100), active },
    isChange: listing !== undefined,
    run: (admin, fields, changed) =>
      listing
        ? admin.changeRentalListing({ id: listing.id, ...changed })
        : admin.createRentalListing({ campgroundId, ...fields }),
    done: ({ name }) => t(listing ? 'actions.saved' : 'campgrounds.rentalAdded', { name }),
    failed: t('campgrounds.rentalNotSaved'),
    close,
  })
  return (
    <FormDialog
      title={listing ? t('campgrounds.changeRental', { sku: listing.sku }) : t('campgrounds.addRental')}
      action={t(listing ? 'actions.save' : 'campgrounds.addRental')}
      {...dialog}
      isWide
    >
      {listing ? (
        <p className="muted">
          {listing.name} · {listing.specification}
        </p>
      ) : (
        <VariantField {...field('variantId', t('stock.addVariant'))} />
      )}
      <div className="form-columns">
        <FormTextField {...field('priceWeekday', t('campgrounds.priceWeekday'))} inputMode="decimal" />
        <FormTextField {...field('priceHoliday', t('campgrounds.priceHoliday'))} inputMode="decimal" />
        <FormNumberField {...field('discountRate', t('campgrounds.discount'), t('campgrounds.discountHint'))} />
        <FormCheckField {...field('active', t('campgrounds.isActive.true'))} />
      </div>
      <p className="muted">{t('campgrounds.rentalHint')}</p>
    </FormDialog>
  )
}

function VariantField<Fields extends FieldValues, Result>(bound: Bound<Fields, Result>) {
  const { field, problem } = useField(bound)
  const [chosen, setChosen] = useState<Stock>()
  const choose = (variant: Stock | undefined) => {
    setChosen(variant)
    field.onChange(variant?.variantId ?? '')
  }
  if (chosen === undefined) return <VariantSearch label={bound.label} add={choose} problem={problem} />
  return (
    <div className="stack-tight">
      <div className="spread">
        <VariantName variant={chosen} />
        <IconButton icon={X} label={t('actions.removeOne', { name: chosen.sku })} onPress={() => choose(undefined)} />
      </div>
      {problem && <span className="field-problem">{problem}</span>}
    </div>
  )
}
