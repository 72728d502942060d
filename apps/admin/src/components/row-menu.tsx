import { ActionIcon, Menu } from '@mantine/core';
import type { ActionIconProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';

interface RowAction {
  label: string;
  Sign?: Icon;
  /** Something ends that does not come back. */
  isGrave?: boolean;
  onClick: () => void;
}

interface RowMenuProps {
  /** Says of what it is, for screen readers. */
  label: string;
  /** What is not possible is false. */
  items: readonly (RowAction | false)[];
  button?: ActionIconProps;
}

/** What can be done about one thing of many. */
export function RowMenu({ label, items, button }: RowMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label} {...button}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items
          .filter((item) => item !== false)
          .map(({ label: words, Sign, isGrave, onClick }) => (
            <Menu.Item
              key={words}
              onClick={onClick}
              {...(Sign && { leftSection: <Sign size={16} /> })}
              {...(isGrave && { c: 'red' })}
            >
              {words}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
