import { NumberInput } from '@mantine/core';
import type { NumberInputProps } from '@mantine/core';
import { useFormats } from '../../format/use-formats.ts';

/** Euros, with two decimals. */
export function AmountInput(props: NumberInputProps) {
  const { separators } = useFormats();
  return (
    <NumberInput
      min={0}
      decimalScale={2}
      fixedDecimalScale
      {...separators}
      suffix=" €"
      {...props}
    />
  );
}
