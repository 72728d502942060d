-- Of an inspection view: the environment that it sees. The release before finds no session by its
-- token, which is hashed in another way, and ends it with the other sessions of its owner.
alter table user_session add column inspection environment;
