use super::{received, sent};

received! {
    /// A new account.
    pub struct SignUp {
        /// How others see you. It is also what you sign in with.
        pub name: String,
        /// At least ten characters.
        pub password: String,
        /// Where an organiser can reach you; nobody else sees it.
        #[serde(default)]
        pub email: Option<String>,
        /// The language of the page: `en`, `fa` or `fr`.
        #[serde(default)]
        pub lang: Option<String>,
    }
}

received! {
    /// Signing in.
    pub struct SignIn {
        /// The account's name.
        pub name: String,
        /// Its password.
        pub password: String,
    }
}

received! {
    /// What one changes about oneself. What is left out stays.
    pub struct AccountChange {
        /// A new name.
        #[serde(default)]
        pub name: Option<String>,
        /// A new address; empty: none.
        #[serde(default)]
        pub email: Option<String>,
        /// The language of the page.
        #[serde(default)]
        pub lang: Option<String>,
    }
}

received! {
    /// A new password for the old one. All other sessions end.
    pub struct NewPassword {
        /// The present password.
        pub old: String,
        /// The new one.
        pub new: String,
    }
}

received! {
    /// A new password by an admin's link.
    pub struct PasswordReset {
        /// The code in the link.
        pub code: String,
        /// The new password.
        pub password: String,
    }
}

received! {
    /// Deleting one's account.
    pub struct Deletion {
        /// The password, again.
        pub password: String,
    }
}

received! {
    /// A token for programs.
    pub struct NewToken {
        /// What it is for.
        pub label: String,
        /// What it may: `read`, `submit`, `play`, `desk`.
        pub scopes: Vec<String>,
        /// For how many days; left out: until it is taken back.
        #[serde(default)]
        pub days: Option<u32>,
    }
}

received! {
    /// An account that an admin makes for somebody.
    pub struct NewAccount {
        /// How others see them. It is also what they sign in with.
        pub name: String,
        /// `contestant`, `organiser` or `admin`; left out: a contestant.
        #[serde(default)]
        pub role: Option<String>,
    }
}

sent! {
    /// An account that was made for somebody.
    pub struct AccountMade {
        /// The account.
        pub user: UserCard,
        /// The link with which they choose their password.
        pub reset: ResetLink,
    }
}

received! {
    /// What an admin changes about an account.
    pub struct UserChange {
        /// `contestant`, `organiser` or `admin`.
        #[serde(default)]
        pub role: Option<String>,
        /// A disabled account cannot sign in, and its tokens do nothing.
        #[serde(default)]
        pub disabled: Option<bool>,
    }
}

sent! {
    /// Who you are.
    pub struct Me {
        /// Your account's id.
        pub id: String,
        /// Your name.
        pub name: String,
        /// Your address, if you gave one.
        pub email: Option<String>,
        /// `contestant`, `organiser` or `admin`.
        pub role: String,
        /// The language you chose.
        pub lang: Option<String>,
        /// Whether there is a password; accounts of another sign-in service may have none.
        pub has_password: bool,
        /// Whether you can also sign in elsewhere.
        pub linked: bool,
        /// Your teams.
        pub teams: Vec<Membership>,
        /// Contests that you run.
        pub runs: Vec<String>,
    }
}

sent! {
    /// Another place where one can sign in.
    pub struct Elsewhere {
        /// What people call it.
        pub name: String,
    }
}

sent! {
    /// Where a browser goes to sign in. It comes back by itself.
    pub struct Departure {
        /// The address.
        pub address: String,
    }
}

sent! {
    /// One of your teams.
    pub struct Membership {
        /// The contest's address.
        pub contest: String,
        /// The contest's title.
        pub title: String,
        /// The team's id.
        pub team: String,
        /// The team's name.
        pub name: String,
        /// `captain` or `member`.
        pub rank: String,
    }
}

sent! {
    /// A token, without its secret.
    pub struct TokenCard {
        /// Its id.
        pub id: String,
        /// What it is for.
        pub label: String,
        /// What it may.
        pub scopes: Vec<String>,
        /// When it was made.
        pub created: i64,
        /// When it was last used.
        pub used: Option<i64>,
        /// When it ends.
        pub expires: Option<i64>,
    }
}

sent! {
    /// A new token. Its secret is shown this once.
    pub struct TokenMade {
        /// The token.
        pub token: TokenCard,
        /// What a program shows as `Authorization: Bearer SECRET`.
        pub secret: String,
    }
}

sent! {
    /// A place where you are signed in.
    pub struct SessionCard {
        /// Since when.
        pub created: i64,
        /// When it was last used.
        pub seen: i64,
        /// What the browser says it is.
        pub agent: String,
        /// Whether it is this one.
        pub current: bool,
    }
}

sent! {
    /// An account, for admins.
    pub struct UserCard {
        /// Its id.
        pub id: String,
        /// Its name.
        pub name: String,
        /// Its address.
        pub email: Option<String>,
        /// Its role.
        pub role: String,
        /// Whether it is disabled.
        pub disabled: bool,
        /// Since when there is one.
        pub created: i64,
    }
}

sent! {
    /// A link with which somebody chooses a new password, for a day. It is shown this once.
    pub struct ResetLink {
        /// The code; the page takes it at `/reset#CODE`.
        pub code: String,
        /// Until when it works.
        pub expires: i64,
    }
}
