import { givesAnyAmount } from '@campstore/contract/admin/fields'
import { changeStaySchema, quoteChangeSchema } from '@campstore/contract/admin/stay-changes'
import { changeContactSchema } from '@campstore/contract/booking/schemas'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { type AnswerOf, client, quoteOptions, useQuoteBody, useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useCampgrounds, useSession } from '../../app/session.ts'
import { ErrorState } from '../../design/ErrorState.tsx'
import { FormDateField, FormDialog, FormNumberField, FormSelectField, FormTextField } from '../../design/Form.tsx'
import { Message } from '../../design/Message.tsx'
import { Sum, Sums } from '../../design/Values.tsx'
import { isDay } from '../../lib/days.ts'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { type Booking, bodyOf, linesOf, type Offer, stayNow } from './booking.ts'
import { NightStrip } from './NightStrip.tsx'

type Quote = AnswerOf<'quoteChange'>

const { reason, price, guestCount, arrivalTime } = changeStaySchema.shape
const quantity = z.int().min(0)
const formSchema = z.object({
  reason,
  price: price.unwrap(),
  checkIn: z.iso.date(),
  checkOut: z.iso.date(),
  guestCount: guestCount.unwrap(),
  arrivalTime: arrivalTime.unwrap(),
  zones: z.array(z.object({ zoneId: z.string(), name: z.string(), quantity })),
  rentals: z.array(
    z.object({ rentalListingId: z.string(), rentalSkuVariantId: z.string(), name: z.string(), quantity }),
  ),
})

/** Dates that are half written are no request. */
const quoteSchema = quoteChangeSchema.refine(({ checkIn, checkOut }) =>
  [checkIn, checkOut].every(day => day === undefined || isDay(day)),
)

type ChangeStayDialogProps = { booking: Booking; close(): void }

/** Changes a paid stay. It opens once it knows what the campground offers. */
export function ChangeStayDialog(props: ChangeStayDialogProps) {
  const { campgroundId } = props.booking
  const campgrounds = useCampgrounds()
  const equipment = useQuery({
    queryKey: ['equipment', campgroundId],
    queryFn: () => client().booking.listEquipment({ campgroundId }),
  })
  // The public list has no specification, and several variants may have one name.
  const enabled = useSession().can('campgrounds.view')
  const listings = useRead('listRentalListings', { campgroundId, size: 100 }, { enabled })
  if (campgrounds.isPending || equipment.isPending || listings.isLoading) return null
  const zones = campgrounds.data?.find(({ id }) => id === campgroundId)?.zones ?? []
  const specifications = new Map(listings.data?.data.map(({ id, specification }) => [id, specification]))
  return <ChangeStayForm {...props} offer={{ zones, equipment: equipment.data ?? [], specifications }} />
}

function ChangeStayForm({ booking, close, offer }: ChangeStayDialogProps & { offer: Offer }) {
  const { bookingId: id } = booking
  // Its lines stay as they are when somebody else changes the booking or the offer.
  const [opened] = useState({ ...booking, ...linesOf(booking, offer), owned: booking.rentals.length })
  const { errors, field, watch, setValue, dialog } = useFormAction({
    schema: formSchema,
    values: { reason: '', price: 'new' as const, ...stayNow(opened, booking) },
    isChange: true,
    run: (admin, { reason, ...fields }) =>
      admin.changeStay({
        id,
        ...bodyOf(opened, fields),
        reason,
        expectedAmount: quote.data?.pricing.finalAmount ?? booking.finalAmount,
      }),
    done: () => t('history.stayChanged'),
    failed: t('bookings.change.failed'),
    close,
  })
  const fields = watch()
  const body = useQuoteBody(quoteSchema, bodyOf(opened, fields))
  const quote: UseQueryResult<Quote> = useRead('quoteChange', { id, price: fields.price, ...body }, quoteOptions(body))
  const kept = useKeptPrice(quote.data)
  const rentalFields = opened.rentals.map(({ rentalListingId, name }, line) => (
    <FormNumberField key={rentalListingId} {...field(`rentals.${line}.quantity`, name)} />
  ))
  return (
    <FormDialog {...dialog} title={t('bookings.change.title')} action={t('bookings.actions.change')} isWide>
      <FormTextField {...field('reason', t('fields.reason'))} autoFocus />
      <div className="form-columns">
        <FormDateField {...field('checkIn', t('bookings.checkIn'))} />
        <FormDateField {...field('checkOut', t('bookings.checkOut'))} />
        <FormNumberField {...field('guestCount', t('fields.guests'))} />
        <FormTextField {...field('arrivalTime', t('arrivals.arrivalTime'))} whenEmpty={null} />
        <FormSelectField
          {...field('price', t('products.price'))}
          options={[{ value: 'new', label: t('bookings.change.prices.new') }, kept]}
        />
      </div>
      <NightStrip
        booking={booking}
        checkIn={fields.checkIn}
        checkOut={fields.checkOut}
        zoneIds={fields.zones.filter(({ quantity }) => quantity > 0).map(({ zoneId }) => zoneId)}
        setCheckOut={day => setValue('checkOut', day, { shouldDirty: true })}
      />
      {[errors.zones, errors.rentals].some(error => error?.type === 'overtaken') && (
        <p className="field-problem">{t('problems.overtaken')}</p>
      )}
      <Quantities of={t('fields.zones')}>
        {opened.zones.map(({ zoneId, name }, line) => (
          <FormNumberField key={zoneId} {...field(`zones.${line}.quantity`, name)} />
        ))}
      </Quantities>
      <Quantities of={t('fields.rentals')}>{rentalFields.slice(0, opened.owned)}</Quantities>
      {rentalFields.length > opened.owned && (
        <details>
          <summary>{t('bookings.change.addRentals')}</summary>
          <Quantities of={t('bookings.change.addRentals')}>{rentalFields.slice(opened.owned)}</Quantities>
        </details>
      )}
      <div aria-live="polite" className="stack dialog-quote">
        {quote.error && <ErrorState error={quote.error} />}
        {quote.data && !quote.error && <Prices quote={quote.data} booking={booking} isNew={fields.price === 'new'} />}
      </div>
    </FormDialog>
  )
}

/** The choice of the price before the change, which says what it gives away if the stay becomes dearer. */
function useKeptPrice(quote: Quote | undefined) {
  const mayGive = useSession().can(givesAnyAmount)
  const gift = quote && Number(quote.difference) > 0 ? formatMoney(quote.difference) : undefined
  return {
    value: 'kept',
    label: gift
      ? t(mayGive ? 'bookings.change.prices.gift' : 'bookings.change.prices.noGift', { amount: gift })
      : t('bookings.change.prices.kept'),
    isDisabled: gift !== undefined && !mayGive,
  }
}

const Quantities = ({ of, children }: { of: string; children: ReactNode }) => (
  <fieldset className="form-columns">
    <legend className="visually-hidden">{of}</legend>
    {children}
  </fieldset>
)

/** The prices after a change, and why it cannot be made. */
function Prices({ quote, booking, isNew }: { quote: Quote; booking: Booking; isNew: boolean }) {
  const { closedOn, shortages, added, zones, rentals, difference, pricing } = quote
  const nameAt = (path: string) => {
    const [kind, line] = path.split('.')
    return kind === 'zones' ? zones[Number(line)]?.type : rentals[Number(line)]?.name
  }
  const short = shortages.map(({ path, left, night }) => {
    const name = nameAt(path)
    return night === null
      ? t('bookings.change.shortPieces', { name, count: left })
      : t('bookings.change.shortSites', { name, count: left, night: formatDay(night) })
  })
  const isDearer = isNew && Number(difference) > 0
  const problems = [
    ...(closedOn === null ? [] : [t('bookings.change.closed', { night: formatDay(closedOn) })]),
    ...short,
    ...(isDearer ? [t('bookings.change.dearer', { amount: formatMoney(difference) })] : []),
  ]
  return (
    <>
      {problems.map(problem => (
        <Message key={problem} tone="danger">
          {problem}
        </Message>
      ))}
      <Sums>
        <Sum label={t('bookings.change.before')} amount={booking.finalAmount} />
        {added.map(({ path, nights: count, amount }) => (
          <Sum key={path} label={t('bookings.change.added', { name: nameAt(path), count })} amount={amount} />
        ))}
        {Number(pricing.discount) > 0 && <Sum label={t('fields.discount')} amount={`-${pricing.discount}`} />}
        {Number(quote.refundAmount) > 0 && <Sum label={t('bookings.change.refund')} amount={quote.refundAmount} />}
        <Sum label={t('bookings.change.after')} amount={pricing.finalAmount} isFinal />
      </Sums>
    </>
  )
}

type Contact = { name: string; phone: string }

/** Two empty fields remove the contact. */
const schema = z.object({
  contact: z.preprocess(
    (contact: Contact) => (contact.name.trim() || contact.phone.trim() ? contact : null),
    changeContactSchema.shape.contact,
  ),
})

type ChangeContactDialogProps = { booking: Pick<Booking, 'bookingId' | 'contact'>; close(): void }

/** Corrects, sets or removes the guest contact of a booking. */
export function ChangeContactDialog({ booking: { bookingId: id, contact }, close }: ChangeContactDialogProps) {
  const { field, dialog } = useFormAction({
    schema,
    values: { contact: contact ?? { name: '', phone: '' } },
    isChange: true,
    run: (admin, fields) => admin.changeBookingContact({ id, ...fields }),
    done: () => t('bookings.contact.done'),
    failed: t('bookings.contact.failed'),
    close,
  })
  return (
    <FormDialog title={t('bookings.contact.title')} {...dialog}>
      <FormTextField {...field('contact.name', t('fields.name'), t('bookings.contact.hint'))} />
      <FormTextField {...field('contact.phone', t('fields.phone'))} type="tel" />
    </FormDialog>
  )
}
